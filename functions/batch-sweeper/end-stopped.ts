import { endUndecided } from "../../shared/batches/chunks/end-undecided.store.ts";
import type { BatchId } from "../../shared/batches/payment-batch.ts";
import {
	reportFinished,
	toFinishedChunk,
} from "../../shared/observability/report-finished.ts";
import type { SweeperDependencies } from "./dependencies.ts";
import { operation } from "./sweep-log.ts";

/**
 * Ends what a stop has left undecided because it was killed or ran out of time (C4).
 *
 * @param only Ends no other chunk than this.
 * @returns false when nothing was left.
 */
export async function endStopped(
	sweeper: SweeperDependencies,
	id: BatchId,
	only?: number,
): Promise<boolean> {
	const { table, clock } = sweeper;
	let isAnyEnded = false;
	for await (const stopped of endUndecided(table, id, clock, only)) {
		reportFinished(sweeper, operation, toFinishedChunk(stopped));
		isAnyEnded = true;
	}
	return isAnyEnded;
}
