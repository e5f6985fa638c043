import { readOtherWork } from "./rig/other-work.ts";

export interface Rounds<Sample> {
	samples: Sample[];
	/** Number of samples during which the machine did something else. */
	disturbed: number;
	/** They are among the samples, because there were too few others. */
	isDisturbed: boolean;
}

/** Rounds that are made at most, for each one that is asked for. */
export const roundsMax = (rounds: number) => 2 * rounds;

/**
 * Measures until `rounds` samples were taken while the machine did nothing else. Where it is never that quiet, the
 * samples of all rounds are kept.
 */
export async function quietRounds<Sample>(
	rounds: number,
	measure: () => Promise<Sample> | Sample,
): Promise<Rounds<Sample>> {
	const quiet: Sample[] = [];
	const all: Sample[] = [];
	while (quiet.length < rounds && all.length < roundsMax(rounds)) {
		const otherWork = readOtherWork();
		const sample = await measure();
		all.push(sample);
		if (!otherWork.isDisturbing()) quiet.push(sample);
	}
	const isDisturbed = quiet.length < rounds / 2;
	return {
		samples: isDisturbed ? all : quiet,
		disturbed: all.length - quiet.length,
		isDisturbed,
	};
}
