/** A part of `npm run test:platforms`. */
export interface Part {
	/** What it runs. */
	summary: string;
	/** @throws When a check fails. */
	run(): Promise<PartResult>;
}

/** Counts of what ran, or the program that this machine does not have. */
export type PartResult = { figures: string } | { leftOut: string };
