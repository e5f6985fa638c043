/** Seeded tests take the same cases every time. `SEED` has them take others (`replay-reporter.ts`). */
export const propertySeed = readSeed(process.env.SEED);

/** @throws When the text is not an integer that every generator takes, of 32 bits. */
export function readSeed(text = "20261121"): number {
	const seed = Number(text);
	if (text.trim() === "" || seed !== (seed | 0))
		throw new Error(`SEED must be an integer of 32 bits, not "${text}"`);
	return seed;
}
