import { tally } from "../../shared/collections/tally.ts";
import {
	type Activity,
	elapsedMilliseconds,
} from "../../shared/logging/activity.ts";
import type { Observers } from "../../shared/logging/observers.ts";

export const operation = "batch-sweeper";

/** What the sweeper did with a batch. */
export type SweepAction =
	| "ABANDONED"
	| "ABORTED"
	| "HELD"
	| "RESENT"
	| "STOPPED"
	| "UNLISTED"
	| "WAITED";

/** What one run of the sweeper has seen and done so far. */
export interface SweepLog {
	/** Number of batches in the list of running ones. */
	listed: number;
	/** Seconds without progress of each listed batch that was read; 0 for one that does not run. */
	idleSeconds: number[];
	actions: SweepAction[];
}

/** Writes the log line of a run that found a batch, and emits the metrics of every run. */
export function logSweep(
	{ logger, emitMetrics }: Observers,
	{ listed, idleSeconds, actions }: SweepLog,
	activity: Activity,
) {
	const SecondsWithoutProgress = Math.max(0, ...idleSeconds);
	if (listed > 0) {
		logger.info("Sweep", {
			operation,
			batches: listed,
			results: countActions(actions, listed - actions.length),
			secondsWithoutProgress: SecondsWithoutProgress,
			ms: elapsedMilliseconds(activity),
			awsCalls: activity.awsCalls,
		});
	}
	// A batch that could not be read may be the oldest. The sweep then fails, and the alarm SweeperErrors reports it.
	if (idleSeconds.length === listed) emitMetrics({ SecondsWithoutProgress });
}

function countActions(actions: readonly SweepAction[], failed: number) {
	const counts = tally(actions, (action) => action);
	return failed > 0 ? { ...counts, FAILED: failed } : counts;
}
