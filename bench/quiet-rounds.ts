import { startOtherWorkMeter } from "./rig/other-work.ts";

export interface Rounds<Sample> {
	samples: Sample[];
	/** Number of samples taken while the machine had other work. */
	disturbedCount: number;
	/** Too few samples were undisturbed: the disturbed ones are included. */
	includesDisturbed: boolean;
}

/** Rounds that are made at most, for each one that is asked for. */
export const roundsMax = (rounds: number) => 2 * rounds;

/**
 * Measures until `rounds` samples were taken while the machine had no other work, in at most twice as many rounds. If
 * fewer than half of `rounds` were undisturbed, all samples are kept.
 */
export async function quietRounds<Sample>(
	rounds: number,
	measure: () => Promise<Sample> | Sample,
): Promise<Rounds<Sample>> {
	const quiet: Sample[] = [];
	const all: Sample[] = [];
	while (quiet.length < rounds && all.length < roundsMax(rounds)) {
		const otherWork = startOtherWorkMeter();
		const sample = await measure();
		all.push(sample);
		if (!otherWork.isDisturbing()) quiet.push(sample);
	}
	const includesDisturbed = quiet.length < rounds / 2;
	return {
		samples: includesDisturbed ? all : quiet,
		disturbedCount: all.length - quiet.length,
		includesDisturbed,
	};
}
