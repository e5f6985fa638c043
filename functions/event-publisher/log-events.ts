import { tally } from "../../shared/collections/tally.ts";
import type { ServiceEvent } from "../../shared/events/service-event.ts";
import {
	type Activity,
	elapsedMilliseconds,
} from "../../shared/logging/activity.ts";
import type { Observers } from "../../shared/logging/observers.ts";

/** The outcomes of the records of an invocation. */
interface PublishedEvents {
	published: readonly ServiceEvent[];
	/** Number of events that the bus did not accept. */
	open: number;
	/** Number of events that could not be appended to a feed. */
	unstored: number;
	/** Id of the first record that failed. */
	recordId: string | undefined;
	error: unknown;
}

/** Writes the log line of an invocation that had something to publish, and emits its metrics. */
export function logEvents(
	{ logger, emitMetrics }: Observers,
	{ published, open, unstored, recordId, error }: PublishedEvents,
	activity: Activity,
) {
	const isFailed = error !== undefined;
	if (!isFailed && published.length === 0) return;
	logger[isFailed ? "error" : "info"]("Events", {
		operation: "event-publisher",
		recordId,
		results: tally(published, ({ detailType }) => detailType),
		error,
		ms: elapsedMilliseconds(activity),
		awsCalls: activity.awsCalls,
	});
	emitMetrics({ EventsPublished: published.length });
	const failures = {
		EVENT_NOT_PUBLISHED: open,
		EVENT_NOT_STORED: unstored,
		// The record could not be read.
		RECORD_FAILED: Number(isFailed && open === 0 && unstored === 0),
	};
	for (const [reason, count] of Object.entries(failures))
		emitMetrics({ NotificationFailures: count }, { reason });
}
