import type { DynamoDBRecord } from "aws-lambda";
import { changeEvents } from "../../../shared/events/change-events.store.ts";
import { readChange } from "../../../shared/events/record-change.store.ts";
import type { World } from "../../support/world.ts";

interface ReadEvent {
	id: string;
	type: string;
	// biome-ignore lint/suspicious/noExplicitAny: a test reads any property of what came back
	detail: any;
}

interface FeedPage {
	items: ReadEvent[];
	nextCursor: string;
}

export async function readPage(
	world: World,
	query: Record<string, string> = {},
): Promise<FeedPage> {
	const { status, body } = await world.get("/v1.0/event", query);
	if (status !== 200) throw new Error(JSON.stringify(body));
	return body.data;
}

/** Reads from a cursor on, as a reader does, until nothing is new. */
export async function readOn(
	world: World,
	{ cursor, ...query }: Record<string, string> = {},
): Promise<FeedPage> {
	const items: ReadEvent[] = [];
	let next = cursor;
	for (;;) {
		const from = next !== undefined && { cursor: next };
		const page = await readPage(world, { ...query, ...from });
		items.push(...page.items);
		if (page.items.length === 0 && page.nextCursor === next)
			return { items, nextCursor: page.nextCursor };
		next = page.nextCursor;
	}
}

/** The ids of the events that records announce, in the order of the records. */
export const announcedIds = (records: readonly DynamoDBRecord[]): string[] =>
	records.flatMap((record) => {
		const change = readChange(record);
		return change
			? changeEvents(change).map(({ detail }) => detail.metadata.id)
			: [];
	});

export const idsOf = ({ items }: Pick<FeedPage, "items">) =>
	items.map(({ id }) => id);
