import type { AttemptKey, BeforeSend } from "../attempts/attempt-key.ts";
import type { ResultCounts } from "../generated/openapi.ts";

/** How far a call has come. */
export interface PaymentProgress {
	/** The number of resources of the whole call. */
	total: number;
	/** The number of resources that have a result. */
	processed: number;
	/** The batch that is running, or has ended. */
	bulkActionSlug: string | null;
	/** The number of its results so far, by status. */
	counts: ResultCounts | null;
}

/** Options of `payOnce` and `settlePayments`. Times are milliseconds. */
export interface PayOnceOptions {
	signal?: AbortSignal;
	/**
	 * How long to try to learn the outcome of a request; a batch that was accepted is followed longer. The default is
	 * 420,000.
	 */
	settleWithinMs?: number;
	/** How long to follow a batch. The default is 3,600,000. */
	followBatchForMs?: number;
	onProgress?: (progress: PaymentProgress) => void;
	beforeSend?: BeforeSend;
	/**
	 * The key; by default a new UUID. If something was sent under it before, the client first asks what became of that. The
	 * resources must then be exactly those of that request, in their order: if it has not arrived, they are paid.
	 */
	attempt?: AttemptKey;
}

export interface MarkAsPaidOptions extends Omit<PayOnceOptions, "attempt"> {
	/** How long to retry resources that are `SKIPPED`/`LOCK_HELD`, under new keys. The default is 30,000. */
	retryLockedForMs?: number;
	/**
	 * How long to wait while another batch of the organization runs. The default is 0, which throws
	 * `MAP_BATCH_IN_PROGRESS`.
	 */
	waitForRunningBatchMs?: number;
	/** More resources are sent as several batches, one after the other. The default is 10,000. */
	resourcesPerRequestMax?: number;
}
