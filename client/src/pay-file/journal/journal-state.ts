import type {
	Entry,
	OutcomeStatus,
	RunEntry,
	SentInvoice,
	SkippedEntry,
} from "./entries.ts";
import { fromRanges } from "./ranges.ts";

/** What is known of a row that was sent; the latest request counts. */
export interface RowState {
	/** `OPEN`: the outcome of its request is not known yet. */
	status: OutcomeStatus | "OPEN";
	reason?: string;
	key: string;
	bulkActionSlug?: string;
	/** The id of the payment that was recorded; absent until it was looked up. */
	paymentId?: string;
	/** It was sent by a version that would have waited before it sent the row again. */
	mustWait?: true;
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
				...(entry.retryAfter && { mustWait: true }),
			});
}

/** A payment is final: whatever a journal says later, the row is never sent again. */
function setState({ rows }: JournalState, row: number, known: RowState) {
	if (rows.get(row)?.status !== "DONE") rows.set(row, known);
}
