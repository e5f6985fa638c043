import { randomUUID } from "node:crypto";
import type { PutEventsRequestEntry } from "@aws-sdk/client-eventbridge";
import { account } from "../template/account.ts";
import type { DeliveredEvent, Outbox } from "./outbox.ts";

/** EventBridge's limit of entries for one call. */
export const entriesMax = 10;

/** The body of the call as JSON. */
export interface PutEventsBody {
	Entries: Entry[];
}

type Entry = Omit<PutEventsRequestEntry, "Time"> & {
	/** The time in epoch seconds. */
	Time?: number;
};

/** Answers EventBridge's `PutEvents` for one bus. */
export async function putEvents({ Entries }: PutEventsBody, outbox: Outbox) {
	const events = Entries.map(toEvent);
	await outbox.addEvents(events);
	return {
		FailedEntryCount: 0,
		Entries: events.map(({ id }) => ({ EventId: id })),
	};
}

function toEvent({
	Source = "",
	DetailType = "",
	Detail = "",
	Resources = [],
	Time,
}: Entry): DeliveredEvent {
	const time = Time === undefined ? new Date() : new Date(Time * 1_000);
	return {
		version: "0",
		id: randomUUID(),
		"detail-type": DetailType,
		source: Source,
		account: account.id,
		time: time.toISOString().replace(/\.\d+/, ""),
		region: account.region,
		resources: Resources,
		detail: JSON.parse(Detail),
	};
}
