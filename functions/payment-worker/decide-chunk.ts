import type { ReadableChunk } from "../../shared/batches/chunks/batch-chunks.store.ts";
import {
	type ChunkDecision,
	toDecision,
} from "../../shared/batches/chunks/chunk-decision.ts";
import { recordDecision } from "../../shared/batches/chunks/chunk-results.store.ts";
import { toRequestedPayments } from "../../shared/batches/payment-batch.ts";
import { StoreBusyError } from "../../shared/dynamodb/retries/retry-busy.ts";
import type { Table } from "../../shared/dynamodb/table.ts";
import {
	archiveOvergrown,
	findInvoices,
} from "../../shared/invoices/invoices.store.ts";
import {
	archivePayments,
	isOvergrown,
} from "../../shared/invoices/item/archive-payments.store.ts";
import { findLeftOut } from "../../shared/payments/left-out.store.ts";
import { planPayments } from "../../shared/payments/payment-plan.ts";

/**
 * Decides which payments of a chunk are made, and stores the decision.
 *
 * @returns The stored decision, which may be that of another worker.
 */
export async function decideChunk(
	table: Table,
	{ batch, number, resources }: ReadableChunk,
	now: Date,
): Promise<ChunkDecision> {
	const decidedAt = now.toISOString();
	const { organizationId } = batch;
	const slugs = resources.map(({ slug }) => slug);
	const requested = toRequestedPayments(batch, resources, decidedAt);
	const found = await findInvoices(table, organizationId, slugs);
	// This comes before payments are archived, so that the latest payments are the ones that the check of the run saw.
	const leftOut = await findLeftOut(table, batch.leaveOut, {
		organizationId,
		requests: requested,
		invoices: found,
		batch: batch.bulkActionSlug,
	});
	const invoices = await archiveOvergrown(
		table,
		organizationId,
		found,
		archivePayments,
	);
	// Decisions are final, and the payments might not fit an invoice that could not be archived.
	if ([...invoices.values()].some(isOvergrown)) {
		throw new StoreBusyError("An invoice was changed while it was archived");
	}
	const plan = planPayments(requested, invoices, now, leftOut);
	return recordDecision(table, batch, number, toDecision(plan, decidedAt));
}
