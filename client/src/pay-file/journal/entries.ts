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
	vendorName?: string,
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

/** Indexes of rows as pairs of first and last: a journal's line about 40,000 rows stays short. */
export type Ranges = [first: number, last: number][];

/** @param indexes In ascending order. */
export function toRanges(indexes: readonly number[]): Ranges {
	const ranges: Ranges = [];
	for (const index of indexes) {
		const latest = ranges.at(-1);
		if (latest && index === latest[1] + 1) latest[1] = index;
		else ranges.push([index, index]);
	}
	return ranges;
}

export function fromRanges(ranges: Ranges): number[] {
	return ranges.flatMap(([first, last]) =>
		Array.from({ length: last - first + 1 }, (_, offset) => first + offset),
	);
}

/** What is known of a row that was sent; the latest request counts. */
export interface RowState {
	/** `OPEN`: the outcome of its request is not known yet. */
	status: OutcomeStatus | "OPEN";
	reason?: string;
	key: string;
	bulkActionSlug?: string;
	/** The id of the payment that was recorded; absent until it was looked up. */
	paymentId?: string;
}

/** A request without an outcome. */
export interface OpenRequest {
	key: string;
	/** Indexes of its rows, in the order of its resources. */
	rows: number[];
	bulkActionSlug?: string;
}

export interface JournalState {
	/** The run whose payments the journal is about: the first that sent a request. Before there is one, the latest. */
	run?: RunEntry;
	/** When a request was last sent. */
	lastSentAt?: number;
	/** When the outcome of the latest payments was noted. */
	paidAt?: number;
	rows: Map<number, RowState>;
	open: Map<string, OpenRequest>;
	/** The rows of each request of this file, by its key. */
	requests: Map<string, readonly number[]>;
	/** The invoices with which rows were sent. */
	invoices: Map<number, SentInvoice>;
	/** The rows that may be corrected in the file. */
	skipped?: SkippedEntry;
}

export const emptyState = (): JournalState => ({
	rows: new Map(),
	open: new Map(),
	requests: new Map(),
	invoices: new Map(),
});

/** Adds what an entry says. */
export function applyEntry(state: JournalState, entry: Entry) {
	if (entry.type === "run") {
		if (state.rows.size === 0 || entry.corrects) state.run = entry;
		if (entry.corrects) forgetCorrected(state);
		return;
	}
	if (entry.type === "skipped") {
		state.skipped = entry;
		return;
	}
	if (entry.type === "payments") {
		for (const [position, index] of fromRanges(entry.rows).entries()) {
			const [row, id] = [state.rows.get(index), entry.ids[position]];
			if (row && id !== undefined) row.paymentId = id;
		}
		return;
	}
	if (entry.type === "sending") {
		state.lastSentAt = Date.parse(entry.at);
		const rows = fromRanges(entry.rows);
		state.requests.set(entry.key, rows);
		state.open.set(entry.key, { key: entry.key, rows });
		for (const [position, row] of rows.entries()) {
			setState(state, row, { status: "OPEN", key: entry.key });
			const invoice = entry.invoices?.[position];
			if (invoice) state.invoices.set(row, invoice);
		}
		return;
	}
	const request = state.open.get(entry.key);
	if (!request) return;
	if (entry.type === "batch") {
		request.bulkActionSlug = entry.bulkActionSlug;
		return;
	}
	state.open.delete(entry.key);
	if (entry.results.some(({ status }) => status === "DONE"))
		state.paidAt = Date.parse(entry.at);
	const { key, bulkActionSlug } = request;
	for (const { status, reason, rows } of entry.results)
		for (const row of fromRanges(rows))
			setState(state, row, {
				status,
				key,
				...(reason !== undefined && { reason }),
				...(bulkActionSlug !== undefined && { bulkActionSlug }),
			});
}

/**
 * A row that may have been corrected may name another invoice now. What was sent of it was not paid, and never will be.
 */
export function forgetCorrected({ invoices, skipped }: JournalState) {
	for (const row of fromRanges(skipped?.rows ?? [])) invoices.delete(row);
}

/** A payment is final: the row is never sent again, even if the journal says otherwise later. */
function setState({ rows }: JournalState, row: number, known: RowState) {
	if (rows.get(row)?.status !== "DONE") rows.set(row, known);
}
