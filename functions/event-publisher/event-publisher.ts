import type {
	Context,
	DynamoDBBatchResponse,
	DynamoDBRecord,
	DynamoDBStreamEvent,
} from "aws-lambda";
import { type Table, withRetryTime } from "../../shared/dynamodb/table.ts";
import type { Clock } from "../../shared/environment/clock.ts";
import { changeEvents } from "../../shared/events/change-events.store.ts";
import { readChange } from "../../shared/events/record-change.store.ts";
import type { ServiceEvent } from "../../shared/events/service-event.ts";
import { withActivity } from "../../shared/logging/activity.ts";
import type { Observers } from "../../shared/logging/observers.ts";
import type { PublishEvents } from "../../shared/notifications/event-bus.ts";
import { isSmokeOrganizationId } from "../../shared/organizations/smoke-organization.ts";
import { workerRetryTime } from "../../shared/timing/retry-time.ts";
import { logEvents } from "./log-events.ts";
import { storeEvents } from "./store-events.ts";

export interface EventPublisher extends Observers {
	/** Absent: the stage has no bus. */
	publish?: PublishEvents | undefined;
	/** Detail types that are not published. */
	leftOut: readonly string[];
	/** The table of the event feeds (R11); absent: the stage has none. */
	feedTable?: Table | undefined;
	clock: Clock;
}

/**
 * Publishes what the records of the table's stream announce, in their order, and appends it to the event feeds. Neither
 * waits for the other. If either fails at a record, this record and all later ones are delivered again: their events may
 * be published twice, under the same ids, but are appended only once.
 */
export function eventPublisher(publisher: EventPublisher) {
	return (
		event: DynamoDBStreamEvent,
		context: Context,
	): Promise<DynamoDBBatchResponse> => {
		publisher.logger.addContext(context);
		return withActivity(async (activity) => {
			// A test event of the Lambda console may be any JSON.
			const Records = event?.Records;
			if (!Records)
				throw new Error("The event has no Records: it is not a stream's");
			const { found, unread } = readEvents(Records);
			const [published, stored] = await Promise.all([
				publish(publisher, found),
				store(publisher, found, context),
			]);
			const failures = [unread, stored.failure, published.failure];
			const failure = earliest(Records, failures);
			logEvents(
				publisher,
				{
					published: published.events,
					open: published.open,
					unstored: stored.open,
					recordId: failure?.record.eventID,
					error: failure?.error,
				},
				activity,
			);
			if (!failure) return { batchItemFailures: [] };
			const itemIdentifier = failure.record.dynamodb?.SequenceNumber ?? "";
			return { batchItemFailures: [{ itemIdentifier }] };
		});
	};
}

/** An event with the record that announces it. */
interface FoundEvent {
	record: DynamoDBRecord;
	event: ServiceEvent;
}

/** The first record whose events could not be read, published or appended. */
interface Failure {
	record: DynamoDBRecord;
	error: unknown;
}

async function publish(
	{ publish, leftOut }: EventPublisher,
	found: readonly FoundEvent[],
) {
	const wanted = publish
		? found.filter(({ event }) => !leftOut.includes(event.detailType))
		: [];
	const events = wanted.map(({ event }) => event);
	const { accepted, error } = (await publish?.(events)) ?? { accepted: 0 };
	return {
		events: events.slice(0, accepted),
		open: events.length - accepted,
		failure: toFailure(wanted[accepted], error),
	};
}

async function store(
	{ feedTable, clock }: EventPublisher,
	found: readonly FoundEvent[],
	context: Context,
) {
	if (!feedTable) return { open: 0, failure: undefined };
	const table = withRetryTime(feedTable, workerRetryTime(context));
	// A smoke test deletes its organization. Its late events would otherwise begin a feed again that nobody deletes.
	const wanted = found.filter(
		({ event }) => !isSmokeOrganizationId(event.detail.metadata.organizationId),
	);
	const events = wanted.map(({ event }) => event);
	const { stored, error } = await storeEvents(table, events, clock);
	return {
		open: events.length - stored,
		failure: toFailure(wanted[stored], error),
	};
}

const toFailure = (
	refused: FoundEvent | undefined,
	error: unknown,
): Failure | undefined => refused && { record: refused.record, error };

const earliest = (
	records: readonly DynamoDBRecord[],
	failures: readonly (Failure | undefined)[],
): Failure | undefined =>
	failures
		.filter((one) => one !== undefined)
		.toSorted(
			(one, other) =>
				records.indexOf(one.record) - records.indexOf(other.record),
		)[0];

/** The events of all records before the first that cannot be read. */
function readEvents(records: readonly DynamoDBRecord[]) {
	const found: FoundEvent[] = [];
	let unread: Failure | undefined;
	for (const record of records) {
		try {
			const change = readChange(record);
			for (const event of change ? changeEvents(change) : [])
				found.push({ record, event });
		} catch (error) {
			unread = { record, error };
			break;
		}
	}
	return { found, unread };
}
