import { refuseBatch } from "../../shared/batch-starts/refuse-batch.ts";
import { sendBatch } from "../../shared/batch-starts/send-batch.ts";
import { acceptBatch } from "../../shared/batches/accept-batch.store.ts";
import {
	type Chunk,
	type PaymentBatch,
	toBatchExpiry,
} from "../../shared/batches/payment-batch.ts";
import { calendarDateIn } from "../../shared/dates/calendar-date.ts";
import type { Table } from "../../shared/dynamodb/table.ts";
import type { RequestContext } from "../../shared/http/pipeline.ts";
import { type Reply, succeeded } from "../../shared/http/response.ts";
import type { Observers } from "../../shared/logging/observers.ts";
import { toActor } from "../../shared/organizations/organization.ts";
import type { SendChunks } from "../../shared/queue/chunk-queue.ts";
import type { MarkAsPaidBody } from "./schema.ts";

export type ChunkedBody = MarkAsPaidBody & { chunks: Chunk[] };

/** The same payments under a new key would be made twice. */
const advice = "send what it did not pay under a new x-idempotency-key";

interface BatchStarter extends Observers {
	table: Table;
	sendChunks: SendChunks;
}

/** Spec 4.4, more than 100 resources: accepts them as one batch, which workers pay later. */
export async function startBatch(
	starter: BatchStarter,
	{ resources, chunks }: ChunkedBody,
	request: RequestContext,
): Promise<Reply> {
	const batch = newBatch(request, resources.length, chunks.length);
	const { organizationId, bulkActionSlug } = batch;
	const guard = await acceptBatch(starter.table, batch, chunks);
	if (guard) {
		const { now } = request;
		await refuseBatch(starter, { organizationId, guard, now, advice });
	}
	await sendBatch(starter, batch);
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
		leaveOut: [],
		createdAt: acceptedAt,
		progressAt: acceptedAt,
		sentAt: acceptedAt,
		finishedAt: null,
		stop: null,
		expiresAt: toBatchExpiry(now),
	};
}
