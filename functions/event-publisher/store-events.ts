import type { Table } from "../../shared/dynamodb/table.ts";
import type { Clock } from "../../shared/environment/clock.ts";
import { appendEvents } from "../../shared/event-feed/append-events.store.ts";
import { toFeedEvent } from "../../shared/event-feed/event-feed.ts";
import type { ServiceEvent } from "../../shared/events/service-event.ts";
import { forEachConcurrently } from "../../shared/timing/concurrently.ts";

interface StoredEvents {
	/** Number of events, from the first on, that are in their feeds. Later ones may be too. */
	stored: number;
	/** Why the next one is not; absent when all are. */
	error?: unknown;
}

const organizationsAtOnce = 5;

/** Each organization has a feed of its own: what holds one back does not hold back the others. */
export async function storeEvents(
	table: Table,
	events: readonly ServiceEvent[],
	clock: Clock,
): Promise<StoredEvents> {
	let first: StoredEvents = { stored: events.length };
	const byOrganization = Map.groupBy(
		events,
		({ detail }) => detail.metadata.organizationId,
	);
	await forEachConcurrently(
		[...byOrganization],
		organizationsAtOnce,
		async ([organizationId, own]) => {
			const { appended, error } = await appendEvents(table, {
				organizationId,
				events: own.map(toFeedEvent),
				clock,
			});
			const refused = own[appended];
			if (!refused) return;
			const stored = events.indexOf(refused);
			if (stored < first.stored) first = { stored, error };
		},
	);
	return first;
}
