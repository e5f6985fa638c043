// biome-ignore-all lint/suspicious/noTemplateCurlyInString: The lines are code.

/** A mutant that does what the code does, or that nothing can observe. */
export interface Equivalent {
	file: string;
	/** The line on which it begins, without indentation. */
	line: string;
	/** As `npm run test:mutation` prints it. */
	change: string;
	reason: string;
}

export const equivalents: readonly Equivalent[] = [
	{
		file: "functions/advance-workflow/resubmission/route.ts",
		line: "orders: purchaseOrder ? [purchaseOrder] : [],",
		change: '[] → ["Stryker was here"]',
		reason: "An order without an id is never asked for.",
	},
	{
		file: "functions/approval-page/decision/route.ts",
		line: "refuseImported: () => {",
		change: "{ throw linkInvalid(); } → {}",
		reason:
			"An opened link has a request with a stage: it came over the API, and is not deleted.",
	},
	{
		file: "functions/approval-page/decision/route.ts",
		line: 'if (changed === "NOT_FOUND") throw linkInvalid();',
		change: 'changed === "NOT_FOUND" → false',
		reason:
			"An opened link has a request with a stage: it came over the API, and is not deleted.",
	},
	{
		file: "functions/approval-page/decision/route.ts",
		line: 'if (changed === "NOT_FOUND") throw linkInvalid();',
		change: '"NOT_FOUND" → ""',
		reason:
			"An opened link has a request with a stage: it came over the API, and is not deleted.",
	},
	{
		file: "functions/approval-page/read-page.ts",
		line: 'if (!advance || "imported" in advance) throw linkInvalid();',
		change: '!advance || "imported" in advance → false',
		reason:
			"An opened link has a request with a stage: it came over the API, and is not deleted.",
	},
	{
		file: "functions/approval-page/read-page.ts",
		line: 'if (!advance || "imported" in advance) throw linkInvalid();',
		change:
			'!advance || "imported" in advance → !advance && "imported" in advance',
		reason:
			"An opened link has a request with a stage: it came over the API, and is not deleted.",
	},
	{
		file: "functions/approval-page/read-page.ts",
		line: 'if (!advance || "imported" in advance) throw linkInvalid();',
		change: '"imported" → ""',
		reason:
			"An opened link has a request with a stage: it came over the API, and is not deleted.",
	},
	{
		file: "functions/approval-page/read-page.ts",
		line: "[...entries].flatMap(({ record }) => record ?? []);",
		change: '[] → ["Stryker was here"]',
		reason: "Every entry of a history has its record.",
	},
	{
		file: "functions/approval-page/token-body.ts",
		line: 'return requireValid(isUnstorable ? { ...body, token: "" } : body, validate);',
		change: '"" → "Stryker was here!"',
		reason: "Neither text is a token: both are refused as malformed.",
	},
	{
		file: "shared/approvals/approval-items.store.ts",
		line: "const decided = at && by && channel ? { note, at, by, channel } : null;",
		change: "at && by && channel → at && by || channel",
		reason: "A decision is stored with all three.",
	},
	{
		file: "shared/approvals/approval-items.store.ts",
		line: "const decided = at && by && channel ? { note, at, by, channel } : null;",
		change: "at && by → true",
		reason: "A decision is stored with all three.",
	},
	{
		file: "shared/approvals/approval-items.store.ts",
		line: "const decided = at && by && channel ? { note, at, by, channel } : null;",
		change: "at && by → at || by",
		reason: "A decision is stored with all three.",
	},
	{
		file: "shared/approvals/approver-checks.ts",
		line: "const isPast = openStage === null || index < openStage;",
		change: "openStage === null → false",
		reason: "A request that is PENDING has an open stage.",
	},
	{
		file: "shared/approvals/approver-checks.ts",
		line: "if (from === null && (stage?.approvals.length ?? 0) >= approversMax)",
		change: "stage?.approvals → stage.approvals",
		reason: "A change of a stage that does not exist is refused before.",
	},
	{
		file: "shared/approvals/change-approver.ts",
		line: "const asked = (stage?.approvals ?? []).map(({ askedAt }) =>",
		change: "stage?.approvals → stage.approvals",
		reason: "A change of a stage that does not exist is refused before.",
	},
	{
		file: "shared/approvals/change-approver.ts",
		line: "const asked = (stage?.approvals ?? []).map(({ askedAt }) =>",
		change: '[] → ["Stryker was here"]',
		reason: "A change of a stage that does not exist is refused before.",
	},
	{
		file: "shared/approvals/decide-request.store.ts",
		line: 'keyword: "required",',
		change: '"required" → ""',
		reason:
			"The message of this keyword, and of one without a case of its own, is taken as it is.",
	},
	{
		file: "shared/approvals/find-round.store.ts",
		line: "const { Items = [] } = await queryPage(table, {",
		change: '[] → ["Stryker was here"]',
		reason: "A query is answered with its items.",
	},
	{
		file: "shared/approvals/find-round.store.ts",
		line: "const ofRound = later.filter(({ entries: [one] }) => one?.round === round);",
		change: "one?.round → one.round",
		reason: "A write leaves at least one entry.",
	},
	{
		file: "shared/approvals/history/history-items.store.ts",
		line: 'if (stored.type === "IMPORTED_ADVANCE" || !stored.initialState) return [];',
		change: 'stored.type === "IMPORTED_ADVANCE" → false',
		reason: "An advance of an organization file has no `initialState`.",
	},
	{
		file: "shared/approvals/history/history-items.store.ts",
		line: 'if (stored.type === "IMPORTED_ADVANCE" || !stored.initialState) return [];',
		change: '"IMPORTED_ADVANCE" → ""',
		reason: "An advance of an organization file has no `initialState`.",
	},
	{
		file: "shared/approvals/history/read-history.store.ts",
		line: "const { Items = [], LastEvaluatedKey } = await queryPage(table, {",
		change: '[] → ["Stryker was here"]',
		reason: "A query is answered with its items.",
	},
	{
		file: "shared/approvals/history/read-history.store.ts",
		line: "...(LastEvaluatedKey ? [] : toListEntries(first.sk, created, 0)),",
		change: '[] → ["Stryker was here"]',
		reason: "A text has no position: it is filtered out at once.",
	},
	{
		file: "shared/approvals/history/read-history.store.ts",
		line: '`${historyKey("", "", version + 1).sk}#0`;',
		change: '"" → "Stryker was here!"',
		reason: "The sort key has neither id.",
	},
	{
		file: "shared/approvals/inbox/inbox-items.store.ts",
		line: 'const listed = { ...key, openedAt: openedAt ?? "" };',
		change: '"" → "Stryker was here!"',
		reason: "An open approval has the instant at which it opened.",
	},
	{
		file: "shared/approvals/inbox/read-inbox.store.ts",
		line: "const vendors = items.flatMap((item) => (item ? [toVendor(item)] : []));",
		change: '[] → ["Stryker was here"]',
		reason: "A text has no id: it names no vendor.",
	},
	{
		file: "shared/approvals/open-request.store.ts",
		line: 'if (stored.type !== "VENDOR_ADVANCE" || stored.state !== "PENDING")',
		change: 'stored.type !== "VENDOR_ADVANCE" → false',
		reason: "An advance of an organization file is in no inbox.",
	},
	{
		file: "shared/approvals/stage-writes.store.ts",
		line: "if (!isNewRound && !stored) throw new Error(`Stage ${index} was not read`);",
		change: "!isNewRound && !stored → false",
		reason: "An advance is read with all stages of its round, or not at all.",
	},
	{
		file: "shared/approvals/stage-writes.store.ts",
		line: "if (!isNewRound && !stored) throw new Error(`Stage ${index} was not read`);",
		change: "throw new Error(`Stage ${index} was not read`); → ;",
		reason: "An advance is read with all stages of its round, or not at all.",
	},
	{
		file: "shared/approvals/transition-items.store.ts",
		line: 'const keyNames: ReadonlySet<string> = new Set(["pk", "sk", "listPk", "listSk"]);',
		change: '"pk" → ""',
		reason: "The keys are equal before and after, and so left out anyway.",
	},
	{
		file: "shared/approvals/transition-items.store.ts",
		line: 'const keyNames: ReadonlySet<string> = new Set(["pk", "sk", "listPk", "listSk"]);',
		change: '"sk" → ""',
		reason: "The keys are equal before and after, and so left out anyway.",
	},
	{
		file: "shared/approvals/transition-items.store.ts",
		line: "return orders.get(id)?.link?.advanceId === advanceId",
		change: "orders.get(id)?.link → orders.get(id).link",
		reason: "The order of an advance is not deleted.",
	},
	{
		file: "shared/approvals/transition.ts",
		line: "[createdBy, resubmittedBy].flatMap((actor) => actor?.userId ?? []);",
		change: '[] → ["Stryker was here"]',
		reason: "No user has this id.",
	},
	{
		file: "shared/approvals/workflow-errors.ts",
		line: 'const stage = openStage === null ? "no stage" : `stage ${openStage}`;',
		change: "openStage === null → false",
		reason:
			"It is said of requests that are PENDING alone, which have an open stage.",
	},
	{
		file: "shared/approvals/workflow-errors.ts",
		line: 'const stage = openStage === null ? "no stage" : `stage ${openStage}`;',
		change: '"no stage" → ""',
		reason:
			"It is said of requests that are PENDING alone, which have an open stage.",
	},
	{
		file: "functions/mark-as-paid/to-chunks.ts",
		line: "let last: NumberedResource[] = [];",
		change: '[] → ["Stryker was here"]',
		reason: "The first invoice always begins a chunk: this list is replaced.",
	},
	{
		file: "functions/payment-worker/handle-message.ts",
		line: 'const handled: HandledMessage = { messageId, outcome: "FAILED" };',
		change: '"FAILED" → ""',
		reason: "The end of `try` or `catch` replaces it before it is logged.",
	},
	{
		file: "functions/payment-worker/payment-worker.ts",
		line: 'return outcome?.status === "rejected"',
		change: "outcome?.status → outcome.status",
		reason: "There is an outcome for each record; the type does not say so.",
	},
	{
		file: "functions/payment-worker/payment-worker.ts",
		line: "if (messages.length === 0) return () => false;",
		change: "messages.length === 0 → false",
		reason:
			"Without busy failures nothing is sent, logged or emitted, and all are failed.",
	},
	{
		file: "functions/payment-worker/process-chunk.ts",
		line: 'throw new StoreBusyError("An invoice was changed while it was archived");',
		change: '"An invoice was changed while it was archived" → ""',
		reason: "Neither logged nor answered: only the class is looked at.",
	},
	{
		file: "functions/read-attempts/endpoint.ts",
		line: 'idempotencyKey: idempotencyKey ?? "",',
		change: '"" → "Stryker was here!"',
		reason: "The pipeline has refused requests without a key.",
	},
	{
		file: "shared/approvals/decide-approval.ts",
		line: "(stage?.approvals ?? [])",
		change: '[] → ["Stryker was here"]',
		reason: "A text is no open approval: it is filtered out at once.",
	},
	{
		file: "shared/attempts/attempt.ts",
		line: "Array.from(text.slice(0, 2 * length))",
		change: "text.slice(0, 2 * length) → text",
		reason: "Saves work on a long text; the same code points are left.",
	},
	{
		file: "shared/attempts/find-attempt-payments.store.ts",
		line: "searchIn(read[index] ?? [], { ...search, pages: search.pages - 1 }),",
		change: '[] → ["Stryker was here"]',
		reason: "Every search has a page that was read.",
	},
	{
		file: "shared/attempts/idempotency-claims.store.ts",
		line: "if (holder === null) return { attemptId, isAttempt: true };",
		change: "true → false",
		reason:
			"It is read of a key that another attempt holds, not of an own claim.",
	},
	{
		file: "shared/organizations/api-keys/callers.store.ts",
		line: "const apiKey = item && asApiKeyItem(item);",
		change: "item && asApiKeyItem(item) → item || asApiKeyItem(item)",
		reason: "The function is a cast: it returns its argument.",
	},
	{
		file: "shared/organizations/api-keys/manage-api-keys.store.ts",
		line: "return entries[index]?.pk === ownEntry.pk ? apiKey : [];",
		change: "entries[index]?.pk → entries[index].pk",
		reason: "There is an entry for each item: the index is in range.",
	},
	{
		file: "shared/payments/archive-payments.store.ts",
		line: "if (payments.length * anyPaymentMaxBytes <= paymentsMaxBytes) return false;",
		change:
			"payments.length * anyPaymentMaxBytes <= paymentsMaxBytes → payments.length * anyPaymentMaxBytes < paymentsMaxBytes",
		reason: "32 KB are no multiple of 5.5 KB.",
	},
	{
		file: "shared/payments/archive-payments.store.ts",
		line: "payments: [],",
		change: '[] → ["Stryker was here"]',
		reason:
			"Only `isOvergrown` reads the list, and one entry is below its limit.",
	},
	{
		file: "shared/payments/posting-outcomes.store.ts",
		line: "isAmong({ payments }, page ? toPagePayments(page) : []),",
		change: '[] → ["Stryker was here"]',
		reason: "A text has no id that a payment could have.",
	},
	{
		file: "shared/payments/posting-outcomes.store.ts",
		line: "return recorded.some(({ id }) => id === first?.id);",
		change: "first?.id → first.id",
		reason: "Every posting has a payment.",
	},
	{
		file: "shared/payments/read-payments.store.ts",
		line: "entries: entries.slice(0, count),",
		change: "entries.slice(0, count) → entries",
		reason: "`readPage` takes no more than its limit, and `readAll` takes all.",
	},
	{
		file: "shared/payments/record-payments.store.ts",
		line: "if (unknown.length === 0) return outcomes;",
		change: "unknown.length === 0 → false",
		reason: "To fence no postings takes no call.",
	},
	{
		file: "shared/payments/record-payments.store.ts",
		line: 'const found = read.shift() ?? "UNKNOWN";',
		change: '"UNKNOWN" → ""',
		reason: "Every posting that needs a read was read.",
	},
	{
		file: "shared/payments/write-log.store.ts",
		line: 'const [oldest = ""] = log;',
		change: '"" → "Stryker was here!"',
		reason: "It is read of a full log only, which has an oldest entry.",
	},
	{
		file: "shared/approvals/inbox/list-open-approvals.store.ts",
		line: "const items = await batchGet(table, [...wanted, ...left], []);",
		change: '[] → ["Stryker was here"]',
		reason: "It counts alone whether an item is there.",
	},
	{
		file: "shared/approvals/approval-items.store.ts",
		line: "...(askedAt !== null && askedAt !== openedAt && { askedAt }),",
		change: "askedAt !== null → true",
		reason:
			"Who was not asked has an approval that has not opened: both are null, and so equal.",
	},
	{
		file: "shared/approvals/decide-elsewhere.ts",
		line: '): state is StateElsewhere => state !== "PENDING";',
		change: 'state !== "PENDING" → true',
		reason:
			"A file's PENDING is refused, or the state that the request has, before this is asked.",
	},
	{
		file: "shared/approvals/decide-elsewhere.ts",
		line: '): state is StateElsewhere => state !== "PENDING";',
		change: '"PENDING" → ""',
		reason:
			"A file's PENDING is refused, or the state that the request has, before this is asked.",
	},
	{
		file: "shared/batches/accept-batch.store.ts",
		line: "[error, abortError],",
		change: "[error, abortError] → []",
		reason:
			"The log has the message of an AggregateError, not the errors in it.",
	},
	{
		file: "shared/batches/batch-layout.store.ts",
		line: 'if (!page) return "LOST";',
		change: "!page → false",
		reason: "To read the format of no page throws, which is `LOST` as well.",
	},
	{
		file: "shared/batches/batch-layout.store.ts",
		line: 'if (chunk === "LOST") return;',
		change: 'chunk === "LOST" → false',
		reason: "The letters of a text have no position.",
	},
	{
		file: "shared/batches/batch-layout.store.ts",
		line: 'if (chunk === "LOST") return;',
		change: '"LOST" → ""',
		reason: "The letters of a text have no position.",
	},
	{
		file: "shared/batches/batch-list.store.ts",
		line: "return items.flatMap((item) => (item ? [toBatch(item)] : []));",
		change: '[] → ["Stryker was here"]',
		reason: "A text has no `expiresAt`: `isVisible` leaves it out.",
	},
	{
		file: "shared/batches/batch-status.store.ts",
		line: "if (bytes > pageMaxBytes && page.length > 0) {",
		change: "page.length > 0 → true",
		reason:
			"No result is as large as a page: the resources of an invoice have at most 300 KB.",
	},
	{
		file: "shared/batches/batch-status.store.ts",
		line: "if (bytes > pageMaxBytes && page.length > 0) {",
		change: "page.length > 0 → page.length >= 0",
		reason:
			"No result is as large as a page: the resources of an invoice have at most 300 KB.",
	},
	{
		file: "shared/batches/batches.store.ts",
		line: 'stopReason = "",',
		change: '"" → "Stryker was here!"',
		reason: "A stop is stored with its reason.",
	},
	{
		file: "shared/batches/chunks/batch-chunks.store.ts",
		line: 'if (!item) return "LOST";',
		change: "!item → false",
		reason: "To read the format of no item throws, which is `LOST` as well.",
	},
	{
		file: "shared/batches/chunks/batch-chunks.store.ts",
		line: 'if (batch.status !== "PENDING" || batch.counted.has(number)) return undefined;',
		change: 'batch.status !== "PENDING" → false',
		reason:
			"Messages are sent of PENDING batches, and one that has ended has counted all its chunks.",
	},
	{
		file: "shared/batches/chunks/count-chunk.store.ts",
		line: "for (let attempt = 0; attempt < attemptsMax; attempt++) {",
		change: "attempt < attemptsMax → attempt <= attemptsMax",
		reason:
			"There is no second attempt: when the last count is refused, the chunk is counted.",
	},
	{
		file: "shared/batches/chunks/count-chunk.store.ts",
		line: "for (let attempt = 0; attempt < attemptsMax; attempt++) {",
		change: "attempt++ → attempt--",
		reason:
			"There is no second attempt: when the last count is refused, the chunk is counted.",
	},
	{
		file: "shared/batches/chunks/count-chunk.store.ts",
		line: "if (!(await backOff(table, attempt))) break;",
		change: "!(await backOff(table, attempt)) → false",
		reason:
			"There is no second attempt: when the last count is refused, the chunk is counted.",
	},
	{
		file: "shared/batches/chunks/count-chunk.store.ts",
		line: "if (isCounted(last, counted)) return countedBefore;",
		change: "isCounted(last, counted) → true",
		reason: "When the last count is refused, the chunk is counted.",
	},
	{
		file: "shared/batches/chunks/count-chunk.store.ts",
		line: "...countUpdate(counted, { isLast: false }),",
		change: "{ isLast: false } → {}",
		reason: "Without the property it is as if false.",
	},
	{
		file: "shared/batches/chunks/count-chunk.store.ts",
		line: "const countedBefore: ChunkCount = { isFirst: false, ended: null };",
		change: "{ isFirst: false, ended: null } → {}",
		reason: "Without the properties it is as if false and null.",
	},
	{
		file: "shared/batches/chunks/count-chunk.store.ts",
		line: 'return status !== "PENDING" || counted.has(chunk);',
		change: 'status !== "PENDING" → false',
		reason:
			"A batch whose chunks are counted is PENDING, or has ended with all of them counted.",
	},
	{
		file: "shared/batches/chunks/end-undecided.store.ts",
		line: "const decisions = await batchGet(table, keys, []);",
		change: '[] → ["Stryker was here"]',
		reason: "It counts alone whether an item is there.",
	},
	{
		file: "shared/batches/close-batch.store.ts",
		line: 'return isCommitted ? "ACCEPTED" : "ABORTED";',
		change: '"ACCEPTED" → ""',
		reason: "Callers compare it with ABORTED alone.",
	},
	{
		file: "shared/batches/read-batches.store.ts",
		line: "...(after !== null && {",
		change: "after !== null → true",
		reason:
			"The key with `null` for an id is sorted behind that of every ULID: the list begins with the newest as well.",
	},
	{
		file: "shared/batches/chunks/count-chunk.store.ts",
		line: 'throw new Error("The chunk could not be counted");',
		change: 'throw new Error("The chunk could not be counted"); → ;',
		reason:
			"There is no second attempt: when the last count is refused, the chunk is counted.",
	},
];
