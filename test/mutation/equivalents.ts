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
		file: "functions/mark-as-paid/to-chunks.ts",
		line: "let last: NumberedResource[] = [];",
		change: '[] → ["Stryker was here"]',
		reason: "The first invoice always begins a chunk: this list is replaced.",
	},
	{
		file: "shared/attempts/attempt.ts",
		line: "Array.from(text.slice(0, 2 * length))",
		change: "text.slice(0, 2 * length) → text",
		reason: "Saves work on a long text; the same code points are left.",
	},
	{
		file: "shared/approvals/decide-approval.ts",
		line: "(stage?.approvals ?? [])",
		change: '[] → ["Stryker was here"]',
		reason: "A text is no open approval: it is filtered out at once.",
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
	...[
		"if (messages.length === 0) return () => false;",
		"return () => false;",
	].map((line) => ({
		file: "functions/payment-worker/payment-worker.ts",
		line,
		change: "() => false → () => undefined",
		reason: "Only negated: `undefined` is as good as `false`.",
	})),
	...[
		"chunk.decision === null → false",
		'throw new Error("The chunk could not be read"); → ;',
	].map((change) => ({
		file: "functions/payment-worker/process-chunk.ts",
		line: 'if (chunk.decision === null) throw new Error("The chunk could not be read");',
		change,
		reason:
			"Stops and decisions are never undone: an open chunk that was not ended is decided.",
	})),
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
];
