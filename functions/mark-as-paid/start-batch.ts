import { acceptBatch } from "../../shared/batches/accept-batch.store.ts";
import type { PaymentBatch } from "../../shared/batches/payment-batch.ts";
import { calendarDateIn } from "../../shared/dates/calendar-date.ts";
import type { Table } from "../../shared/dynamodb/table.ts";
import type { RequestContext } from "../../shared/http/pipeline.ts";
import { type Reply, succeeded } from "../../shared/http/response.ts";
import { orWarn } from "../../shared/logging/logger.ts";
import type { Observers } from "../../shared/logging/observers.ts";
import { toActor } from "../../shared/organizations/organization.ts";
import type { SendChunks } from "../../shared/queue/chunk-queue.ts";
import { batchInProgress } from "./errors.ts";
import { findStaleGuardSeconds } from "./stale-guard.ts";
import type { ChunkedBody } from "./to-chunks.ts";

const keptDays = 90;

interface BatchStarter extends Observers {
	table: Table;
	sendChunks: SendChunks;
}

/** Spec 4.4, more than 100 resources: accepts them as one batch, which workers pay later. */
export async function startBatch(
	{ table, sendChunks, logger, emitMetrics }: BatchStarter,
	{ resources, chunks }: ChunkedBody,
	request: RequestContext,
): Promise<Reply> {
	const batch = newBatch(request, resources.length, chunks.length);
	const { organizationId, bulkActionSlug } = batch;
	const running = await acceptBatch(table, batch, chunks);
	if (running) {
		const GuardAgeSeconds = await findStaleGuardSeconds(
			{ table, logger },
			{ organizationId, guard: running },
			request.now,
		);
		emitMetrics({ GuardAgeSeconds });
		throw batchInProgress(running.bulkActionSlug);
	}

	const messages = chunks.map((_, chunk) => ({
		organizationId,
		bulkActionSlug,
		chunk,
	}));
	// The batch is accepted: the sweeper sends the missing messages.
	await orWarn(logger, "Not all chunks were sent", sendChunks(messages), {
		organization: organizationId,
		batch: bulkActionSlug,
	});
	return succeeded(
		{ status: "PENDING", bulkActionSlug },
		{ batch: bulkActionSlug, chunks: chunks.length },
	);
}

function newBatch(
	{ caller, attemptId, idempotencyKey, now }: RequestContext,
	total: number,
	chunks: number,
): PaymentBatch {
	const acceptedAt = now.toISOString();
	const expiresAt = new Date(now.getTime() + keptDays * 86_400_000);
	return {
		organizationId: caller.organization.id,
		bulkActionSlug: attemptId,
		status: "ACCEPTING",
		total,
		chunks,
		counted: new Set(),
		counts: { DONE: 0, ERROR: 0, SKIPPED: 0 },
		...toActor(caller),
		idempotencyKey,
		defaultPaymentDate: calendarDateIn(caller.organization.timezone, now),
		createdAt: acceptedAt,
		progressAt: acceptedAt,
		sentAt: acceptedAt,
		finishedAt: null,
		stop: null,
		expiresAt: expiresAt.toISOString(),
	};
}
