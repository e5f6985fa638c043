import { type BatchGuard, toBatchGuard } from "../batches/batch-guard.store.ts";
import { toOpeningParts } from "../batches/opening-parts.store.ts";
import type { PaymentBatch } from "../batches/payment-batch.ts";
import type { Table } from "../dynamodb/table.ts";
import { changeRun } from "./change-run.store.ts";
import type { PaymentRun } from "./payment-run.ts";
import { toLongerHold } from "./run-contents.store.ts";

export type ReleaseOutcome =
	/** The run is released, and its batch is accepted. */
	| { kind: "RELEASED" }
	/** Another request came first; undefined when the run is gone. */
	| { kind: "NO_DRAFT"; run: PaymentRun | undefined }
	/** Another batch runs in the organization. */
	| { kind: "BATCH_IN_PROGRESS"; guard: BatchGuard };

/**
 * Releases a draft and accepts its batch, in one transaction. The chunks and the layout are stored already, so the
 * batch is `PENDING` from the start: after any failure there is either a draft, or a batch that will be carried out.
 *
 * @param released The run after it.
 * @param batch Its batch, with the id of the run.
 */
export async function releaseRun(
	table: Table,
	released: PaymentRun,
	batch: PaymentBatch,
): Promise<ReleaseOutcome> {
	const outcome = await changeRun(table, released, [
		...toOpeningParts(table, batch),
		toLongerHold(table, released),
	]);
	if (outcome.kind === "CHANGED") return { kind: "RELEASED" };
	if (outcome.kind === "NO_DRAFT") return outcome;
	const [guard] = outcome.others;
	if (guard) return { kind: "BATCH_IN_PROGRESS", guard: toBatchGuard(guard) };
	// It expired, and another run took its content.
	return { kind: "NO_DRAFT", run: undefined };
}
