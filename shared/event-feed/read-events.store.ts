import { feedHeadKey, feedPageKey } from "../dynamodb/keys.ts";
import { getItem } from "../dynamodb/reads/get-item.ts";
import { queryPage } from "../dynamodb/reads/query.ts";
import type { Table } from "../dynamodb/table.ts";
import type { DetailType } from "../events/service-event.ts";
import { jsonBytes, pageMaxBytes } from "../json/response-size.ts";
import { cursorExpired } from "./errors.ts";
import { type FeedPosition, oldestKept } from "./event-feed.ts";
import { toHead, toPage } from "./feed-items.store.ts";

/** A request for one type of event examines at most this many. */
const examinedMax = 500;

export interface FeedRequest {
	organizationId: string;
	/** null: from the oldest event that is kept. */
	after: FeedPosition | null;
	limit: number;
	/** Absent: all types. */
	type: DetailType | undefined;
	now: Date;
}

export interface FeedAnswer {
	/** JSON of each event. */
	items: string[];
	/** Where a later request continues. */
	next: FeedPosition;
}

/**
 * Reads the head, then the pages behind a position (R11). The head was written with the last page, but DynamoDB may
 * still show it without that page: only pages that follow each other without a gap are read, the others next time.
 *
 * @throws ApiError 410 when an event behind the position is no longer kept.
 */
export async function readEvents(
	table: Table,
	{ organizationId, after, limit, type, now }: FeedRequest,
): Promise<FeedAnswer> {
	const head = toHead(await getItem(table, feedHeadKey(organizationId)));
	const oldest = oldestKept(head, now);
	const from = after ?? { page: oldest, read: 0 };
	const position = from.page + from.read;
	// Beyond the end: the table was restored to an earlier time.
	if (from.page < oldest || position > head.next) throw cursorExpired();
	if (position === head.next) return { items: [], next: from };

	const examined = type === undefined ? limit : Math.max(limit, examinedMax);
	const { pk, sk } = feedPageKey(organizationId, from.page);
	const { Items = [] } = await queryPage(table, {
		KeyConditionExpression: "pk = :pk AND sk BETWEEN :from AND :to",
		ExpressionAttributeValues: {
			":pk": pk,
			":from": sk,
			":to": feedPageKey(organizationId, position + examined - 1).sk,
		},
		ConsistentRead: true,
	});
	return takeEvents(Items.map(toPage), from, { limit, type });
}

function takeEvents(
	pages: readonly ReturnType<typeof toPage>[],
	from: FeedPosition,
	{ limit, type }: Pick<FeedRequest, "limit" | "type">,
): FeedAnswer {
	const items: string[] = [];
	let bytes = 0;
	let next = from;
	for (const { first, events } of pages) {
		if (first !== next.page) break;
		for (const event of events.slice(next.read)) {
			if (type === undefined || event.type === type) {
				const json = JSON.stringify(event);
				bytes += jsonBytes(json);
				const isFull = items.length === limit || bytes > pageMaxBytes;
				if (isFull && items.length > 0) return { items, next };
				items.push(json);
			}
			next = { page: first, read: next.read + 1 };
		}
		next = { page: first + events.length, read: 0 };
	}
	return { items, next };
}
