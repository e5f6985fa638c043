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
];
