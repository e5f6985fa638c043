import type {
	DynamoDBBatchResponse,
	DynamoDBRecord,
	DynamoDBStreamEvent,
} from "aws-lambda";
import type { ServiceEvent } from "../../shared/domain/events/service-event.ts";
import type { PublishEvents } from "../../shared/notifications/event-bus.ts";
import type { Logger } from "../../shared/runtime/logger.ts";
import { changeEvents } from "../../shared/store/stream/change-events.ts";
import { readChange } from "../../shared/store/stream/record-change.ts";

export interface EventPublisher {
	publish: PublishEvents;
	/** Detail types that are not published. */
	leftOut: readonly string[];
	logger: Logger;
}

interface Failure {
	record: DynamoDBRecord;
	error: unknown;
}

/**
 * Publishes what the records of the table's stream announce, in their order. From the first record that fails on, all
 * are delivered again: their events may be published twice, under the same ids.
 */
export function eventPublisher({ publish, leftOut, logger }: EventPublisher) {
	return async ({
		Records,
	}: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
		// A test event of the Lambda console may be any JSON.
		if (!Records)
			throw new Error("The event has no Records: it is not a stream's");
		const { events, unread } = readEvents(Records, leftOut);
		const { accepted, error } = await publish(events.map(({ event }) => event));
		const refused = events[accepted];
		const failure = refused ? { record: refused.record, error } : unread;
		if (!failure) return { batchItemFailures: [] };
		logger.error("Events could not be published: they are tried again", {
			error: failure.error,
			recordId: failure.record.eventID,
		});
		const itemIdentifier = failure.record.dynamodb?.SequenceNumber ?? "";
		return { batchItemFailures: [{ itemIdentifier }] };
	};
}

/** The events of all records before the first that cannot be read. */
function readEvents(
	records: readonly DynamoDBRecord[],
	leftOut: readonly string[],
) {
	const events: { record: DynamoDBRecord; event: ServiceEvent }[] = [];
	let unread: Failure | undefined;
	for (const record of records) {
		try {
			const change = readChange(record);
			for (const event of change ? changeEvents(change) : [])
				if (!leftOut.includes(event.detailType)) events.push({ record, event });
		} catch (error) {
			unread = { record, error };
			break;
		}
	}
	return { events, unread };
}
