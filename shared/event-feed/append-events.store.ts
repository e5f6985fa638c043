import { feedHeadKey, feedSecondKey } from "../dynamodb/keys.ts";
import { batchGet } from "../dynamodb/reads/batch-get.ts";
import { pauseBeforeRetry } from "../dynamodb/retries/retry-busy.ts";
import { toStoredInteger } from "../dynamodb/stored-values.ts";
import type { Table } from "../dynamodb/table.ts";
import {
	isBug,
	sendTransaction,
	type TransactionParts,
} from "../dynamodb/writes/transact.ts";
import type { Clock } from "../environment/clock.ts";
import { type FeedEvent, type FeedHead, withAppended } from "./event-feed.ts";
import {
	type FeedSecond,
	toFeedSecond,
	toHead,
	toHeadItem,
	toMark,
	toPageItem,
	toSecond,
	toSecondItem,
} from "./feed-items.store.ts";

/** A page has no more events, and no more of their JSON, so that a reader of few events reads little. */
const pageLimits = { events: 50, bytes: 256 * 1024 };

export interface NewFeedEvents {
	organizationId: string;
	/** In the order in which they are to be read. */
	events: readonly FeedEvent[];
	clock: Clock;
}

/**
 * Appends the events that are not yet in the organization's feed, in their order (R11). One transaction appends a page:
 * it moves the head on, inserts the page, and marks the page's events as appended. The condition on the head gives each
 * event one number, whoever appends at the same time; the conditions on the marks let each event be appended once,
 * however often its record is delivered. After any failure, what is stored is read again and shows what is left (ADR 28).
 *
 * @returns How many of the events, from the first on, are in the feed; and why the next one is not, unless all are.
 */
export async function appendEvents(
	table: Table,
	{ organizationId, events, clock }: NewFeedEvents,
): Promise<{ appended: number; error?: unknown }> {
	let appended = 0;
	let error: unknown;
	try {
		for (let attempt = 0; await pauseBeforeRetry(table, attempt); attempt++) {
			let feed = await readFeed(table, organizationId, events);
			for (;;) {
				const open = events.filter((event) => !isMarked(feed, event));
				const [next] = open;
				if (!next) return { appended: events.length };
				appended = events.indexOf(next);
				const after = withPage(feed, firstPage(open), clock());
				try {
					await append(table, organizationId, { before: feed, after });
				} catch (cause) {
					if (isBug(cause)) throw cause;
					error = cause;
					break;
				}
				feed = after;
			}
		}
	} catch (cause) {
		error = cause;
	}
	return { appended, error };
}

/** What is stored of a feed that matters for some events. */
interface Feed {
	head: FeedHead;
	/** Of each of the events. */
	seconds: ReadonlyMap<number, FeedSecond>;
}

type FeedAfter = Feed & { page: FeedEvent[] };

/** The parts may be of different times. Then the condition on the older one fails. */
async function readFeed(
	table: Table,
	organizationId: string,
	events: readonly FeedEvent[],
): Promise<Feed> {
	const seconds = [...new Set(events.map(toSecond))];
	const [head, ...marked] = await batchGet(table, [
		feedHeadKey(organizationId),
		...seconds.map((second) => feedSecondKey(organizationId, second)),
	]);
	return {
		head: toHead(head),
		seconds: new Map(
			seconds.map((second, index) => [
				second,
				toFeedSecond(second, marked[index]),
			]),
		),
	};
}

const isMarked = ({ seconds }: Feed, event: FeedEvent) =>
	seconds.get(toSecond(event))?.marks.has(toMark(event)) === true;

/** The first events, as many as a page takes; at least one. */
function firstPage(events: readonly FeedEvent[]): FeedEvent[] {
	let bytes = 0;
	const end = events.slice(0, pageLimits.events).findIndex((event, index) => {
		bytes += Buffer.byteLength(JSON.stringify(event));
		return index > 0 && bytes > pageLimits.bytes;
	});
	return events.slice(0, end === -1 ? pageLimits.events : end);
}

function withPage(
	{ head, seconds }: Feed,
	page: FeedEvent[],
	now: Date,
): FeedAfter {
	const marked = Map.groupBy(page, toSecond);
	return {
		head: withAppended(head, page.length, now),
		page,
		seconds: new Map(
			[...seconds].map(([second, { marks }]) => {
				const added = (marked.get(second) ?? []).map(toMark);
				return [second, { second, marks: new Set([...marks, ...added]) }];
			}),
		),
	};
}

/** @throws Any error of the store. Then a read shows whether the page was appended. */
function append(
	table: Table,
	organizationId: string,
	{ before, after }: { before: Feed; after: FeedAfter },
): Promise<void> {
	const { page, head } = after;
	const first = before.head.next;
	const day = head.days.at(-1)?.day ?? 0;
	const isNew = "attribute_not_exists(pk)";
	const changed = [...new Set(page.map(toSecond))];
	const parts: TransactionParts = [
		{
			Put: {
				TableName: table.name,
				Item: toHeadItem(organizationId, head),
				...(first === 0
					? { ConditionExpression: isNew }
					: isUnchanged("next", first)),
			},
		},
		{
			Put: {
				TableName: table.name,
				// The head's condition holds: no other page has this number.
				Item: toPageItem(organizationId, { first, events: page, day }),
			},
		},
		...changed.map((second) => {
			const was = before.seconds.get(second)?.marks.size ?? 0;
			const is = after.seconds.get(second) ?? { second, marks: new Set() };
			return {
				Put: {
					TableName: table.name,
					Item: toSecondItem(organizationId, is),
					...(was === 0
						? { ConditionExpression: isNew }
						: isUnchanged("count", was)),
				},
			};
		}),
	];
	return sendTransaction(table, parts);
}

const isUnchanged = (attribute: string, value: number) => ({
	ConditionExpression: "#attribute = :value",
	ExpressionAttributeNames: { "#attribute": attribute },
	ExpressionAttributeValues: { ":value": toStoredInteger(value) },
});
