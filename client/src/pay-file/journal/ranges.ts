/** Indexes of rows as pairs of first and last: a journal's line about 40,000 rows stays short. */
export type Ranges = [first: number, last: number][];

/** @param indexes In ascending order. */
export function toRanges(indexes: readonly number[]): Ranges {
	const ranges: Ranges = [];
	for (const index of indexes) {
		const latest = ranges.at(-1);
		if (latest && index === latest[1] + 1) latest[1] = index;
		else ranges.push([index, index]);
	}
	return ranges;
}

export function fromRanges(ranges: Ranges): number[] {
	return ranges.flatMap(([first, last]) =>
		Array.from({ length: last - first + 1 }, (_, offset) => first + offset),
	);
}
