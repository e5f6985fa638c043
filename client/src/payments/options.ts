import type { AttemptKey, BeforeSend } from "../attempts/attempt-key.ts";
import type { ResultCounts } from "../generated/openapi.ts";

/** How far a call is. */
export interface PaymentProgress {
	/** Resources of the whole call. */
	total: number;
	/** Resources that have a result. */
	processed: number;
	/** The batch that is running, or has ended. */
	bulkActionSlug: string | null;
	/** Its results so far, by status. */
	counts: ResultCounts | null;
}

/** Options of `payOnce` and `settlePayments`. Times are milliseconds. */
export interface PayOnceOptions {
	signal?: AbortSignal;
	/**
	 * How long to try to learn the outcome of a request; a batch that was accepted is followed longer. Default: 420,000
	 */
	settleWithinMs?: number;
	/** How long to follow a batch. Default: 3,600,000 */
	followBatchForMs?: number;
	onProgress?: (progress: PaymentProgress) => void;
	beforeSend?: BeforeSend;
	/**
	 * A key of the caller's; a new UUID when absent. A key under which something was sent before is asked about first. The
	 * resources must then be exactly those of its request, in their order: if it has not arrived, what is given is paid.
	 */
	attempt?: AttemptKey;
}

export interface MarkAsPaidOptions extends Omit<PayOnceOptions, "attempt"> {
	/** How long to retry resources that are `SKIPPED`/`LOCK_HELD`, under new keys. Default: 30,000 */
	retryLockedForMs?: number;
	/**
	 * How long to wait while another batch of the organization runs. Default: 0, which is to throw `MAP_BATCH_IN_PROGRESS`
	 */
	waitForRunningBatchMs?: number;
	/** More resources are sent as several batches, one after the other. Default: 10,000 */
	resourcesPerRequestMax?: number;
}
