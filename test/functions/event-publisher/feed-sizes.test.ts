import { expect, it } from "vitest";
import { feedPageKey } from "../../../shared/dynamodb/keys.ts";
import { queryPartition } from "../../../shared/dynamodb/reads/query.ts";
import { appendEvents } from "../../../shared/event-feed/append-events.store.ts";
import type { FeedEvent } from "../../../shared/event-feed/event-feed.ts";
import { toPage } from "../../../shared/event-feed/feed-items.store.ts";
import { acme } from "../../support/acme.ts";
import { useWorld } from "../../support/use-world.ts";
import { idsOf, readOn, readPage } from "./feed.ts";

const world = useWorld(acme);

const kilobyte = 1_024;

/** Events of about this size, as of payments with long narrations. */
const largeEvents = (count: number, bytes: number): FeedEvent[] =>
	Array.from({ length: count }, (_, index) => {
		const id = `event-${index}`;
		const metadata = { id, version: 1 as const, organizationId: "acme" };
		return {
			...{ id, type: "Invoice Paid", time: world.time.now.toISOString() },
			detail: { metadata, data: { narration: "n".repeat(bytes) } },
		};
	});

async function append(events: FeedEvent[]) {
	const request = {
		organizationId: "acme",
		events,
		clock: () => world.time.now,
	};
	const { appended } = await appendEvents(world.table, request);
	expect(appended).toBe(events.length);
	return idsOf({ items: events });
}

/** The numbers of events of the stored pages. */
async function storedPages(): Promise<number[]> {
	const { pk } = feedPageKey("acme", 0);
	const items = await queryPartition(world.table, { pk, prefix: "EVENTS#" });
	return items.map((item) => toPage(item).events.length);
}

it("R11: a stored page takes as many events as fit into 256 KB, and an event that is larger has its own page", async () => {
	const ids = [
		...(await append(largeEvents(7, 100 * kilobyte))),
		...(await append(
			largeEvents(1, 300 * kilobyte).map((one) => ({ ...one, id: "largest" })),
		)),
	];
	expect(await storedPages()).toEqual([2, 2, 2, 1, 1]);
	expect(idsOf(await readOn(world))).toEqual(ids);
});

it("R11: an answer ends at about 4 MB, whatever the limit, and its cursor leads to the next event", async () => {
	const ids = await append(largeEvents(60, 100 * kilobyte));
	const { items, nextCursor } = await readPage(world, { limit: "100" });
	expect(items).toHaveLength(40);
	const rest = await readPage(world, { limit: "100", cursor: nextCursor });
	expect(idsOf({ items: [...items, ...rest.items] })).toEqual(ids);
});
