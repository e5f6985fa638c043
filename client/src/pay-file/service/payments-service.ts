import type { Payment } from "../input/file-row.ts";

/** What a run needs of the service. Each read is repeated as long as it makes sense. */
export interface PaymentsService {
	/** @throws ServiceError when the API key may not read the organization. */
	organizationId(): Promise<string>;
	/** The open invoices, page by page. */
	openInvoices(): AsyncIterable<readonly Invoice[]>;
	findInvoice(id: string): Promise<Invoice | undefined>;
	/** The payments of an invoice, page by page; none when there is no such invoice. */
	paymentsOf(id: string): AsyncIterable<readonly RecordedPayment[]>;
	/** Sends a request to pay exactly once. */
	send(request: SentRequest): Promise<Answer>;
	/** Undefined: no request with this key has arrived within 24 hours. */
	findAttempt(idempotencyKey: string): Promise<Attempt | undefined>;
	/** Undefined: no such batch, or it is more than 90 days old. */
	findBatch(bulkActionSlug: string): Promise<Batch | undefined>;
	/** The results of a batch that is done, in request order, page by page. */
	resultsOf(bulkActionSlug: string): AsyncIterable<readonly Result[]>;
	/** A batch of the organization that is running. */
	findRunningBatch(): Promise<string | undefined>;
}

export interface Invoice {
	id: string;
	state: string;
	due: number;
	/** Null: that of the organization. */
	currency: string | null;
	platformPaymentInFlight: boolean;
}

export interface RecordedPayment {
	amount: number;
	utr: string | null;
	idempotencyKey: string | null;
	bulkActionSlug: string | null;
}

export interface SentRequest {
	idempotencyKey: string;
	payments: readonly Payment[];
}

export interface Result {
	/** Empty when a part of the batch was lost. */
	slug: string;
	status: "DONE" | "ERROR" | "SKIPPED";
	reason?: string;
}

/** What the answer to a request to pay proves. */
export type Answer =
	| { kind: "results"; results: readonly Result[] }
	| { kind: "batch"; bulkActionSlug: string }
	/** Another batch is running: nothing was taken, and the key is used up. */
	| { kind: "busy"; message: string }
	/** Nothing was taken, and the same request would be refused again. */
	| { kind: "refused"; message: string }
	/** Nothing was taken, not even the key: the API key does not permit it, or the URL is wrong. */
	| { kind: "denied"; message: string }
	/** Nothing was taken, not even the key; it may be tried again. */
	| { kind: "later"; message: string }
	/** It may have been carried out. */
	| { kind: "unknown"; message: string };

export interface Attempt {
	/** When the service took the key. */
	attemptedAt: string;
	status: "RUNNING" | "SETTLED";
	bulkActionSlug: string | null;
	/** Null for a batch, and for a request that was refused as invalid. */
	results: readonly { recorded: boolean }[] | null;
}

export interface Batch {
	status: "PENDING" | "DONE";
	processed: number;
}

/** The service cannot be used now, or not with this API key. The run stops; it can be run again. */
export class ServiceError extends Error {
	override name = "ServiceError";
}
