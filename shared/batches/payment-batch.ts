import type { Actor } from "../actors/actor.ts";
import { toWho } from "../actors/actor.ts";

import type { LeaveOut, PaymentResult } from "../payments/payment-result.ts";
import {
	type PaymentResource,
	type RequestedPayment,
	toRequestedPayment,
} from "../payments/requested-payment.ts";

export interface BatchId {
	organizationId: string;
	/** A ULID: the id of the request that started the batch, or created its payment run. */
	bulkActionSlug: string;
}

/** Can a batch have this id? It must have the form of a ULID. */
export const isBulkActionSlug = (text: string) =>
	/^[0-9A-HJKMNP-TV-Z]{26}$/.test(text);

/** A mark-as-paid request of more resources is a batch (spec 3.4). */
export const resourcesSyncMax = 100;

/** A mark-as-paid request of more than `resourcesSyncMax` resources, or a released payment run, processed in chunks. */
export interface PaymentBatch extends BatchId {
	/**
	 * `ACCEPTING` until it is completely stored; it may still become `ABORTED`, with nothing paid. `PENDING` once it is
	 * guaranteed to be processed, after any failure.
	 */
	status: "ACCEPTING" | "PENDING" | "DONE" | "ABORTED";
	/** Number of resources. */
	total: number;
	/** Number of chunks, which are numbered from 0. */
	chunks: number;
	/** Numbers of the chunks with final results. */
	counted: ReadonlySet<number>;
	/** Results of the counted chunks. */
	counts: ResultCounts;
	userId: string;
	/** Id of the request's API key. */
	keyId: string | null;
	idempotencyKey: string | null;
	/** `YYYY-MM-DD`, for resources without a date. It is fixed when the batch is accepted. */
	defaultPaymentDate: string;
	/** The warnings for which its payments are left out (runs P2); empty unless a payment run started it. */
	leaveOut: readonly LeaveOut[];
	/** When it was accepted (RFC 3339, like all properties that end in `At`). The id of a payment run's batch is older. */
	createdAt: string;
	/** When a worker last counted a chunk; until then, when the batch was accepted. */
	progressAt: string;
	/** When messages for the chunks were last sent. */
	sentAt: string;
	finishedAt: string | null;
	/** null means that it was not stopped. */
	stop: BatchStop | null;
	/** After this instant the batch, its chunks and its results no longer exist. */
	expiresAt: string;
}

const keptDays = 90;

/** When a batch that is accepted now expires (contract 3). */
export const toBatchExpiry = (acceptedAt: Date): string =>
	new Date(acceptedAt.getTime() + keptDays * 86_400_000).toISOString();

/** The longest `stopReason`, in code points. */
export const stopReasonMaxLength = 500;

/** Who stopped a batch, and why (C4). Chunks that are undecided from then on are not paid. */
export interface BatchStop {
	/** RFC 3339 */
	stoppedAt: string;
	/** null means the operator. */
	stoppedBy: Actor | null;
	stopReason: string;
}

/** Is the batch certain to be processed? In any other state it has been aborted, or may still be. */
export const isAccepted = ({ status }: PaymentBatch) =>
	status === "PENDING" || status === "DONE";

/** Contract 3: callers see only `PENDING` and `DONE`. */
const shownStatus = ({ status }: PaymentBatch) =>
	status === "DONE" ? "DONE" : "PENDING";

/**
 * Does the batch exist for its callers? Aborted batches do not, nor do expired ones, which the store's TTL removes days
 * late.
 */
export const isVisible = (
	{ status, expiresAt }: PaymentBatch,
	now: Date,
): boolean => status !== "ABORTED" && now.getTime() < Date.parse(expiresAt);

/** A batch as lists and the export show it (contract 4). */
export interface BatchSummary {
	bulkActionSlug: string;
	status: "PENDING" | "DONE";
	/** Number of resources. */
	total: number;
	/** Results so far. */
	counts: ResultCounts;
	/** RFC 3339 */
	createdAt: string;
	/** RFC 3339; null while the batch runs. */
	finishedAt: string | null;
	/** These three are null if the batch was not stopped. */
	stoppedAt: string | null;
	stoppedBy: Actor | null;
	stopReason: string | null;
}

export function toBatchSummary(batch: PaymentBatch): BatchSummary {
	const { bulkActionSlug, total, counts, createdAt, finishedAt } = batch;
	const status = shownStatus(batch);
	const times = { createdAt, finishedAt };
	return {
		bulkActionSlug,
		status,
		total,
		counts,
		...times,
		...toShownStop(batch),
	};
}

/** The progress of a batch, as its status shows it (contract 3, C4). */
export function toBatchProgress(batch: PaymentBatch) {
	const { bulkActionSlug, total, counts } = batch;
	return {
		bulkActionSlug,
		status: shownStatus(batch),
		total,
		processed: counts.DONE + counts.ERROR + counts.SKIPPED,
		counts,
		...toShownStop(batch),
	};
}

const toShownStop = ({ stop }: PaymentBatch) =>
	stop
		? { ...stop, stoppedBy: toWho(stop.stoppedBy) }
		: { stoppedAt: null, stoppedBy: null, stopReason: null };

export type ResultCounts = Record<PaymentResult["status"], number>;

/** A resource and its position in the request. */
export interface NumberedResource extends PaymentResource {
	position: number;
}

/**
 * Resources of a batch that are decided and paid together, in request order. All resources of one invoice are in one
 * chunk.
 */
export type Chunk = readonly NumberedResource[];

/**
 * The payments of a chunk. Deterministic: the same arguments make the same payments, so a repeated write is identical.
 *
 * @param decidedAt RFC 3339
 */
export function toRequestedPayments(
	{ bulkActionSlug, ...batch }: PaymentBatch,
	chunk: Chunk,
	decidedAt: string,
): RequestedPayment[] {
	const origin = {
		attemptId: bulkActionSlug,
		userId: batch.userId,
		keyId: batch.keyId,
		idempotencyKey: batch.idempotencyKey,
		batch: bulkActionSlug,
		today: () => batch.defaultPaymentDate,
		now: new Date(decidedAt),
	};
	return chunk.map((resource) =>
		toRequestedPayment(resource, resource.position, origin),
	);
}

export function uncountedChunks({ chunks, counted }: PaymentBatch): number[] {
	return Array.from({ length: chunks }, (_, chunk) => chunk).filter(
		(chunk) => !counted.has(chunk),
	);
}

export function countResults(results: readonly PaymentResult[]): ResultCounts {
	const counts = { DONE: 0, ERROR: 0, SKIPPED: 0 };
	for (const { status } of results) counts[status] += 1;
	return counts;
}
