/** A mutant that does what the code does, or that nothing can observe. */
export interface Equivalent {
	file: string;
	/** The line on which it begins, without indentation. */
	line: string;
	/** As `npm run test:mutation` prints it. */
	change: string;
	reason: string;
}

export const equivalents: readonly Equivalent[] = [];
