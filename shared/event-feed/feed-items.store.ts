import { createHash } from "node:crypto";
import {
	feedHeadKey,
	feedPageKey,
	feedSecondKey,
	type Key,
} from "../dynamodb/keys.ts";
import type { Item } from "../dynamodb/reads/batch-get.ts";
import {
	fromStoredInteger,
	packJson,
	type StoredNumber,
	toStoredInteger,
	unpackJson,
} from "../dynamodb/stored-values.ts";
import { deletableAt, type FeedEvent, type FeedHead } from "./event-feed.ts";

/** The head's item. */
interface HeadItem extends Key {
	next: StoredNumber;
	/** `FeedHead.days` as JSON. */
	days: string;
}

export const toHeadItem = (
	organizationId: string,
	{ next, days }: FeedHead,
): HeadItem => ({
	...feedHeadKey(organizationId),
	next: toStoredInteger(next),
	days: JSON.stringify(days),
});

export function toHead(item: Item | undefined): FeedHead {
	if (!item) return { next: 0, days: [] };
	// Unchecked cast: items under the head's key have this shape.
	const { next, days } = item as HeadItem & Item;
	return { next: fromStoredInteger(next), days: JSON.parse(days) };
}

/** A page's item. Pages never change. */
interface PageItem extends Key {
	first: StoredNumber;
	/** `FeedEvent[]`, packed. */
	events: Uint8Array;
	expiresAt: StoredNumber;
}

export const toPageItem = (
	organizationId: string,
	{ first, events, day }: { first: number; events: FeedEvent[]; day: number },
): PageItem => ({
	...feedPageKey(organizationId, first),
	first: toStoredInteger(first),
	events: packJson(events),
	expiresAt: toStoredInteger(deletableAt(day)),
});

export function toPage(item: Item): { first: number; events: FeedEvent[] } {
	// Unchecked cast: items under a page's key have this shape.
	const { first, events } = item as PageItem & Item;
	return { first: fromStoredInteger(first), events: unpackJson(events) };
}

/** Which events of a second are in the feed. */
export interface FeedSecond {
	second: number;
	/** The marks (`toMark`) of those that are. */
	marks: ReadonlySet<string>;
}

interface SecondItem extends Key {
	/** The number of marks. A write depends on it: if it differs, the item has changed. */
	count: StoredNumber;
	marks: Uint8Array;
	expiresAt: StoredNumber;
}

/** Twice as long as the stream keeps a record: none is delivered again after that. */
const secondKeptSeconds = 2 * 86_400;
/** No two of the events of a second have the same first 96 bits of a SHA-256. */
const markBytes = 12;

/** Stands for an event in its second. */
export const toMark = ({ id }: FeedEvent): string =>
	createHash("sha256").update(id).digest().toString("base64", 0, markBytes);

export const toSecond = ({ time }: FeedEvent): number =>
	Math.floor(Date.parse(time) / 1_000);

export const toSecondItem = (
	organizationId: string,
	{ second, marks }: FeedSecond,
): SecondItem => ({
	...feedSecondKey(organizationId, second),
	count: toStoredInteger(marks.size),
	marks: Buffer.from([...marks].join(""), "base64"),
	expiresAt: toStoredInteger(second + secondKeptSeconds),
});

export function toFeedSecond(
	second: number,
	item: Item | undefined,
): FeedSecond {
	if (!item) return { second, marks: new Set() };
	// Unchecked cast: items under a second's key have this shape.
	const bytes = Buffer.from((item as SecondItem & Item).marks);
	const marks = new Set<string>();
	for (let at = 0; at < bytes.length; at += markBytes)
		marks.add(bytes.toString("base64", at, at + markBytes));
	return { second, marks };
}
