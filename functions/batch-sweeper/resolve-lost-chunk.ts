import type { OpenChunk } from "../../shared/batches/chunks/batch-chunks.store.ts";
import { findLostResources } from "../../shared/batches/chunks/batch-layout.store.ts";
import {
	type ChunkDecision,
	findUnverifiable,
	toResults,
	toUnpaidDecision,
} from "../../shared/batches/chunks/chunk-decision.ts";
import {
	recordDecision,
	recordUnpaid,
	replaceDecision,
} from "../../shared/batches/chunks/chunk-results.store.ts";
import type { PaymentResult } from "../../shared/payments/payment-result.ts";
import type { SweeperDependencies } from "./dependencies.ts";

/**
 * Resolves a chunk whose stored resources or decision are lost. Every resource that is not known to be paid is
 * `PROCESSING_FAILED`; the log entry has the number of those that a worker may have paid nevertheless (`batches.md`,
 * "When parts of a batch are lost").
 *
 * @returns One result for each resource.
 */
export async function resolveLostChunk(
	{ table, logger }: SweeperDependencies,
	chunk: OpenChunk,
	now: string,
): Promise<PaymentResult[]> {
	const { batch, number } = chunk;
	const resources =
		chunk.resources === "LOST"
			? await findLostResources(table, batch, number)
			: chunk.resources;
	const failed = toUnpaidDecision(resources.length, "PROCESSING_FAILED", now);
	const decision = await findBindingDecision();
	const unverifiable = findUnverifiable(decision);
	logger.error("A chunk of a batch is lost", {
		organization: batch.organizationId,
		batch: batch.bulkActionSlug,
		chunk: number,
		resources: resources.length,
		mayBePaid:
			chunk.decision === "LOST" ? resources.length : unverifiable.length,
	});
	return toResults(resources, await recordUnverifiable());

	function findBindingDecision(): Promise<ChunkDecision> | ChunkDecision {
		if (chunk.decision === "LOST") {
			return replaceDecision(table, batch, number, failed);
		}
		return chunk.decision ?? recordDecision(table, batch, number, failed);
	}

	function recordUnverifiable(): Promise<ChunkDecision> | ChunkDecision {
		if (unverifiable.length === 0) return decision;
		const reason = "PROCESSING_FAILED";
		const unpaid = { reason, indexes: unverifiable } as const;
		return recordUnpaid(table, batch, number, { decision, unpaid });
	}
}
