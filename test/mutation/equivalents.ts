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
];
