import fc from "fast-check";
import { propertySeed } from "../../support/property-seed.ts";
import { arbitraryHistory } from "./arbitrary-history.ts";
import { runHistory } from "./run-history.ts";
import type { History } from "./step.ts";

/** A single history, as a failure prints it: `<seed> <path>`. */
const { HISTORY } = process.env;

/** The order of concurrent calls is the machine's: a history that is run again may need several runs to fail. */
const repetitions = 10;

/** How long a smaller history that fails is looked for. */
const shrinkMilliseconds = 60_000;

/**
 * Runs random histories.
 *
 * @throws An error with the smallest history found that fails, and the command that runs it again.
 */
export async function checkHistories(count: number) {
	const [seed = propertySeed, path] = HISTORY?.split(" ") ?? [];
	const details = await fc.check(
		fc.asyncProperty(arbitraryHistory, shrinkingInTime(runRepeatedly)),
		{
			seed: Number(seed),
			...(path && { path, endOnFailure: true }),
			numRuns: count,
		},
	);
	if (!details.failed) return;
	const { counterexample, counterexamplePath, errorInstance } = details;
	const command = `HISTORY='${details.seed} ${counterexamplePath}' npm run test:histories`;
	throw new Error(
		`Once more: ${command}\n${JSON.stringify(counterexample?.[0], null, 1)}`,
		{ cause: errorInstance },
	);
}

async function runRepeatedly(history: History) {
	for (let run = 0; run < (HISTORY ? repetitions : 1); run++)
		await runHistory(history);
}

/** Takes smaller histories for successful, without running them, once the time for shrinking is over. */
function shrinkingInTime(run: (history: History) => Promise<void>) {
	let deadline = Number.POSITIVE_INFINITY;
	return async (history: History) => {
		if (performance.now() > deadline) return;
		try {
			await run(history);
		} catch (error) {
			deadline = Math.min(deadline, performance.now() + shrinkMilliseconds);
			throw error;
		}
	};
}
