import { quietRounds, type Rounds } from "./quiet-rounds.ts";

/** A row of the table. */
export interface Measurement extends Partial<Rounds<number>> {
	measure: string;
	samples: number[];
	/** A row without it has no target. */
	target?: Target;
}

export type Target = { atMost: number } | { atLeast: number };

/**
 * Compares the service with the baseline. Each sample of the baseline is compared with the mean of two samples of the
 * service, taken just before and just after it.
 */
export const ratios = (
	rounds: number,
	service: () => Promise<number> | number,
	baseline: () => Promise<number> | number,
): Promise<Rounds<number>> =>
	quietRounds(rounds, async () => {
		const before = await service();
		const reference = await baseline();
		const after = await service();
		return (before + after) / 2 / reference;
	});

/** The value below which this fraction of the samples lies, interpolated linearly: 0.5 is the median. NaN without samples. */
export function quantile(samples: readonly number[], fraction: number): number {
	const sorted = samples.toSorted((a, b) => a - b);
	const position = fraction * (sorted.length - 1);
	const lower = sorted[Math.floor(position)] ?? Number.NaN;
	const upper = sorted[Math.ceil(position)] ?? Number.NaN;
	return lower + (upper - lower) * (position % 1);
}
