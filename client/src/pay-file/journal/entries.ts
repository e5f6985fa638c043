import type { Ranges } from "./ranges.ts";

/** What a journal belongs to: it must never be continued with other payments, or at another place. */
export interface Target {
	url: string;
	organization: string;
	/** Hash of the file's bytes. */
	file: string;
	/** Hash of the payments as they are sent; the same file read with other options has another. */
	payments: string;
	rows: number;
}

/** A run begins: the first entry of each run. */
export interface RunEntry extends Target {
	type: "run";
	format: 1;
	at: string;
	/** The entry before this one was torn when its process ended; what it announced was never done. */
	afterTornEntry?: true;
	/** The file has changed: rows that the runs before left out as bad. */
	corrects?: true;
}

/** Written before a request is sent, each time that it is sent. */
export interface SendingEntry {
	type: "sending";
	at: string;
	key: string;
	/** Indexes of the rows, which are the request's resources in this order. */
	rows: Ranges;
	/** The rows' invoices, in the order of the rows. */
	invoices?: SentInvoice[];
}

export type SentInvoice = [
	slug: string,
	vendorId: string | null,
	currency: string,
];

/** Rows that are left out as bad: in the file, they may be corrected. */
export interface SkippedEntry {
	type: "skipped";
	rows: Ranges;
	/** Digest of the other rows as they were read. */
	others: string;
}

/** The request was accepted as a batch. */
export interface BatchEntry {
	type: "batch";
	key: string;
	bulkActionSlug: string;
}

/** The outcome of a request; it is final. */
export interface OutcomeEntry {
	type: "outcome";
	at: string;
	key: string;
	results: OutcomeGroup[];
	/** Written before version 1.1: rows without a payment must not be sent again before. */
	retryAfter?: string;
}

/** Rows of a request with the same result. */
export interface OutcomeGroup {
	status: OutcomeStatus;
	reason?: string;
	rows: Ranges;
}

/** `NOT_TAKEN`: the request was not carried out. `UNKNOWN`: it can no longer be known; the row is never sent again. */
export type OutcomeStatus =
	| "DONE"
	| "ERROR"
	| "SKIPPED"
	| "NOT_TAKEN"
	| "UNKNOWN";

/** The payments' ids of some rows of a request that has an outcome. */
export interface PaymentsEntry {
	type: "payments";
	key: string;
	rows: Ranges;
	/** In the order of the rows. */
	ids: string[];
}

export type Entry =
	| RunEntry
	| SkippedEntry
	| SendingEntry
	| BatchEntry
	| OutcomeEntry
	| PaymentsEntry;
