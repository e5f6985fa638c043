import type { PaymentResult } from "../payments/payment-result.ts";
import {
	type PaymentResource,
	type RequestedPayment,
	toRequestedPayment,
} from "../payments/requested-payment.ts";

export interface BatchId {
	organizationId: string;
	/** A ULID: the id of the request that started the batch. */
	bulkActionSlug: string;
}

/** A mark-as-paid request of more than 100 resources (spec 3.4), worked off in chunks. */
export interface PaymentBatch extends BatchId {
	/**
	 * `PENDING` from the moment from which it will be carried out whatever fails; before that it is `ACCEPTING`,
	 * and may yet become `ABORTED`, with nothing of it done.
	 */
	status: "ACCEPTING" | "PENDING" | "DONE" | "ABORTED";
	/** Of resources. */
	total: number;
	/** Of chunks, which are numbered from 0. */
	chunks: number;
	/** Numbers of the chunks whose results stand. */
	counted: ReadonlySet<number>;
	/** Of the results in those. */
	counts: ResultCounts;
	userId: string;
	/** Of the request's API key; null: the batch was accepted before this was noted. */
	keyId: string | null;
	idempotencyKey: string | null;
	/** `YYYY-MM-DD`, for resources that name no date: fixed when the batch is accepted. */
	defaultPaymentDate: string;
	/** RFC 3339, like all that end in `At`. */
	createdAt: string;
	/** When a worker last counted a chunk, or else when the batch was accepted. */
	progressAt: string;
	/** When messages for its chunks were last sent. */
	sentAt: string;
	finishedAt: string | null;
	/** From then on it, its chunks and its results are no more. */
	expiresAt: string;
}

/** Contract 3: a batch is `PENDING` until it is `DONE`; who asks for one is told of no other states. */
export const shownStatus = ({ status }: PaymentBatch) =>
	status === "DONE" ? "DONE" : "PENDING";

/** Does it exist for its callers? One that was aborted never did, and the store removes what has expired days late. */
export const isVisible = (
	{ status, expiresAt }: PaymentBatch,
	now: Date,
): boolean => status !== "ABORTED" && now.getTime() < Date.parse(expiresAt);

/** A batch as lists and the export show it (contract 4). */
export interface BatchSummary {
	bulkActionSlug: string;
	status: "PENDING" | "DONE";
	/** Of resources. */
	total: number;
	/** Of their results, as far as there are any. */
	counts: ResultCounts;
	/** RFC 3339 */
	createdAt: string;
	/** RFC 3339; null: not yet. */
	finishedAt: string | null;
}

export function toBatchSummary(batch: PaymentBatch): BatchSummary {
	const { bulkActionSlug, total, counts, createdAt, finishedAt } = batch;
	const status = shownStatus(batch);
	return { bulkActionSlug, status, total, counts, createdAt, finishedAt };
}

export type ResultCounts = Record<PaymentResult["status"], number>;

/** A resource, and where in the whole request it stands. */
export interface NumberedResource extends PaymentResource {
	position: number;
}

/** Resources of a batch that are decided and paid together, in request order; all that name one invoice are in one chunk. */
export type Chunk = readonly NumberedResource[];

/**
 * The payments that a chunk asks for. The same chunk at the same time always makes the same payments: a
 * repeated write is the same to the byte.
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
		today: batch.defaultPaymentDate,
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
