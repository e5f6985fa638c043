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
		file: "functions/payment-worker/payment-worker.ts",
		line: "if (messages.length === 0) return () => false;",
		change: "() => false → () => undefined",
		reason: "Only negated: `undefined` is as good as `false`.",
	},
	{
		file: "functions/payment-worker/payment-worker.ts",
		line: "return () => false;",
		change: "() => false → () => undefined",
		reason: "Only negated: `undefined` is as good as `false`.",
	},
	{
		file: "functions/payment-worker/process-chunk.ts",
		line: 'if (chunk.decision === null) throw new Error("The chunk could not be read");',
		change: "chunk.decision === null → false",
		reason:
			"Stops and decisions are never undone: an open chunk that was not ended is decided.",
	},
	{
		file: "functions/payment-worker/process-chunk.ts",
		line: 'if (chunk.decision === null) throw new Error("The chunk could not be read");',
		change: 'throw new Error("The chunk could not be read"); → ;',
		reason:
			"Stops and decisions are never undone: an open chunk that was not ended is decided.",
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
];
