/** One row of the table. */
export interface Measurement {
	measure: string;
	samples: number[];
	/** Absent: no target. */
	target?: Target;
}

export type Target = { atMost: number } | { atLeast: number };

/** Measures the service and the baseline alternately and compares neighbouring samples, so that noise affects both. */
export async function ratios(
	rounds: number,
	service: () => Promise<number> | number,
	baseline: () => Promise<number> | number,
): Promise<number[]> {
	const samples = [];
	for (let round = 0; round < rounds; round++) {
		const baselineSample = await baseline();
		samples.push((await service()) / baselineSample);
	}
	return samples;
}

export function median(samples: readonly number[]): number {
	const sorted = samples.toSorted((a, b) => a - b);
	const middle = sorted.length >> 1;
	const upper = sorted[middle] ?? Number.NaN;
	if (sorted.length % 2 === 1) return upper;
	return ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}
