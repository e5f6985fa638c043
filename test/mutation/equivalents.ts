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
		file: "shared/attempts/attempt.ts",
		line: "Array.from(text.slice(0, 2 * length))",
		change: "text.slice(0, 2 * length) → text",
		reason: "Saves work on a long text; the same code points are left.",
	},
];
