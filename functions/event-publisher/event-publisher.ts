import type {
	Context,
	DynamoDBBatchResponse,
	DynamoDBRecord,
	DynamoDBStreamEvent,
} from "aws-lambda";
import { changeEvents } from "../../shared/events/change-events.store.ts";
import { readChange } from "../../shared/events/record-change.store.ts";
import type { ServiceEvent } from "../../shared/events/service-event.ts";
import { withActivity } from "../../shared/logging/activity.ts";
import type { Observers } from "../../shared/logging/observers.ts";
import type { PublishEvents } from "../../shared/notifications/event-bus.ts";
import { logEvents } from "./log-events.ts";

export interface EventPublisher extends Observers {
	publish: PublishEvents;
	/** Detail types that are not published. */
	leftOut: readonly string[];
}

/**
 * Publishes what the records of the table's stream announce, in their order. From the first record that fails on, all
 * are delivered again: their events may be published twice, under the same ids.
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
			const { found, unread } = readEvents(Records, publisher.leftOut);
			const events = found.map((one) => one.event);
			const { accepted, error } = await publisher.publish(events);
			const refused = found[accepted];
			const failure = refused ? { record: refused.record, error } : unread;
			logEvents(
				publisher,
				{
					published: events.slice(0, accepted),
					open: events.length - accepted,
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

/** The events of all records before the first that cannot be read. */
function readEvents(
	records: readonly DynamoDBRecord[],
	leftOut: readonly string[],
) {
	const found: { record: DynamoDBRecord; event: ServiceEvent }[] = [];
	let unread: { record: DynamoDBRecord; error: unknown } | undefined;
	for (const record of records) {
		try {
			const change = readChange(record);
			for (const event of change ? changeEvents(change) : [])
				if (!leftOut.includes(event.detailType)) found.push({ record, event });
		} catch (error) {
			unread = { record, error };
			break;
		}
	}
	return { found, unread };
}
