import { randomUUID } from "node:crypto";
import type { PutEventsRequestEntry } from "@aws-sdk/client-eventbridge";
import { account } from "../template/account.ts";
import type { Outbox } from "./outbox.ts";

/** As in the call's JSON. */
interface PutEventsBody {
	Entries: (Omit<PutEventsRequestEntry, "Time"> & { Time?: number })[];
}

/** EventBridge's `PutEvents`, for one bus. */
export async function putEvents({ Entries }: PutEventsBody, outbox: Outbox) {
	const answers = [];
	for (const entry of Entries) {
		const { Source = "", DetailType = "", Detail = "", Resources = [] } = entry;
		const id = randomUUID();
		await outbox.addEvent({
			version: "0",
			id,
			"detail-type": DetailType,
			source: Source,
			account: account.id,
			time: toTime(entry.Time),
			region: account.region,
			resources: Resources,
			detail: JSON.parse(Detail),
		});
		answers.push({ EventId: id });
	}
	return { FailedEntryCount: 0, Entries: answers };
}

/** @param seconds Epoch seconds. */
function toTime(seconds: number | undefined): string {
	const time = seconds === undefined ? new Date() : new Date(seconds * 1_000);
	return time.toISOString().replace(/\.\d+/, "");
}
