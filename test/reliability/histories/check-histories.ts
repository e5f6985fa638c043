import fc from "fast-check";
import { propertySeed } from "../../support/property-seed.ts";
import { arbitraryHistory } from "./arbitrary-history.ts";
import { runHistory } from "./run-history.ts";

/** A single history, as a failure prints it: `<seed> <path>`. */
const { HISTORY } = process.env;

/** The order of concurrent calls is the machine's: a history that is run again may need several runs to fail. */
const repetitions = 10;

/**
 * Runs random histories.
 *
 * @throws An error with the smallest history found that fails, and the command that runs it again.
 */
export async function checkHistories(count: number) {
	const [seed = propertySeed, path] = HISTORY?.split(" ") ?? [];
	const details = await fc.check(
		fc.asyncProperty(arbitraryHistory, async (history) => {
			for (let run = 0; run < (HISTORY ? repetitions : 1); run++)
				await runHistory(history);
		}),
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
