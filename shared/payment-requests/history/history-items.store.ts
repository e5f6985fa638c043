import { deflate, inflate } from "../../dynamodb/deflate.ts";
import { historyKey, type Key } from "../../dynamodb/keys.ts";
import type { Item } from "../../dynamodb/reads/batch-get.ts";
import { getItem } from "../../dynamodb/reads/get-item.ts";
import { readWhole } from "../../dynamodb/reads/read-whole.ts";
import {
	fromStoredInteger,
	type StoredNumber,
	toStoredInteger,
} from "../../dynamodb/stored-values.ts";
import type { Table } from "../../dynamodb/table.ts";
import { fromExactJson, toExactJson } from "../../json/exact-json.ts";
import type { PaymentRequest } from "../payment-request.ts";
import { asAdvanceItem, toPaymentRequest } from "../payment-requests.store.ts";
import {
	type Author,
	type HistoryEntry,
	toEntry,
	toOutcomeEntry,
} from "../workflow/transition.ts";

/** The history entries of one write: a cause and perhaps its consequence. */
interface HistoryItem extends Key {
	/** Unique to the write. */
	id: string;
	at: string;
	round: StoredNumber;
	entries: StoredEntry[];
	/** The state and version of the request after the write. */
	state: PaymentRequest["state"];
	version: StoredNumber;
}

/** What is absent is null. */
interface StoredEntry extends Pick<HistoryEntry, "action"> {
	by?: Author;
	stage?: StoredNumber;
	note?: string;
	/** Deflated JSON: it may have the tags of two rounds. */
	changes?: Uint8Array;
}

export interface IdentifiedEntry extends HistoryEntry {
	id: string;
}

export const toHistoryItem = (
	organizationId: string,
	{ id, state, version, round, updatedAt }: PaymentRequest,
	entries: readonly HistoryEntry[],
	writeId: string,
): HistoryItem => ({
	...historyKey(organizationId, id, version),
	id: writeId,
	at: updatedAt,
	round: toStoredInteger(round),
	entries: entries.map(toStoredEntry),
	state,
	version: toStoredInteger(version),
});

const toStoredEntry = ({
	action,
	by,
	stage,
	note,
	changes,
}: HistoryEntry): StoredEntry => ({
	action,
	...(by && { by }),
	...(stage !== null && { stage: toStoredInteger(stage) }),
	...(note !== null && { note }),
	...(changes && { changes: deflate(toExactJson(changes)) }),
});

/** The entries of a write, the cause first. */
export function toHistoryEntries(item: Item): IdentifiedEntry[] {
	const { id, at, round, entries } = asHistoryItem(item);
	return entries.map((entry, index) => {
		const { action, by = null, stage, note = null, changes } = entry;
		return {
			id: toEntryId(id, index),
			action,
			at,
			by,
			stage: stage ? fromStoredInteger(stage) : null,
			round: fromStoredInteger(round),
			note,
			// Unchecked cast: `toStoredEntry` wrote this JSON.
			changes: changes
				? (fromExactJson(inflate(changes)) as HistoryEntry["changes"])
				: null,
		};
	});
}

/** What a write made of its payment request, with the entries that it left. */
export function toTransition(item: Item) {
	const { state, version } = asHistoryItem(item);
	return {
		state,
		version: fromStoredInteger(version),
		entries: toHistoryEntries(item),
	};
}

/** The entries of a request's creation, which are not stored: they follow from the request. */
export function toCreationEntries(item: Item): IdentifiedEntry[] {
	const stored = asAdvanceItem(item);
	if (stored.type === "IMPORTED_ADVANCE") return [];
	const request = toPaymentRequest(stored);
	const { id, createdAt, createdBy } = request;
	const openStage = stored.initialState === "PENDING" ? 0 : null;
	const created = { ...request, round: 1, openStage, updatedAt: createdAt };
	// A request is not created from a mail: without a key, it was raised in the console.
	const channel = createdBy.keyId === null ? "CONSOLE" : "API";
	const by = { ...createdBy, channel } as const;
	const entries = [
		toEntry(created, { action: "CREATED", by }),
		toOutcomeEntry(created),
	];
	return entries.map((entry, index) => ({
		id: toEntryId(id, index),
		...entry,
	}));
}

const toEntryId = (writeId: string, index: number): string =>
	index === 0 ? writeId : `${writeId}-${index}`;

/**
 * Did this write make this version of a payment request, which exists?
 *
 * @throws When the history stays invisible (ADR 20).
 */
export async function hasWritten(
	table: Table,
	{
		organizationId,
		paymentRequestId,
		version,
	}: { organizationId: string; paymentRequestId: string; version: number },
	writeId: string,
): Promise<boolean> {
	const key = historyKey(organizationId, paymentRequestId, version);
	const item = await readWhole(
		table,
		() => getItem(table, key),
		(found) => found !== undefined,
	);
	if (!item) throw new Error("The history could not be read as a whole");
	return asHistoryItem(item).id === writeId;
}

/** Unchecked cast: items under a history's key have this shape. */
const asHistoryItem = (item: Item) => item as HistoryItem & Item;
