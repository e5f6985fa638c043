import { setTimeout } from "node:timers/promises";
import {
	EventBridgeClient,
	PutEventsCommand,
} from "@aws-sdk/client-eventbridge";
import type { AwsConnection } from "../environment/aws-connection.ts";
import type { ServiceEvent } from "../events/service-event.ts";
import { countAwsCalls, lastStep } from "../logging/activity.ts";
import { backoffMilliseconds } from "../timing/backoff.ts";
import { callTimeouts } from "./call-timeouts.ts";
import { toCalls } from "./event-calls.ts";
import { withoutContents } from "./without-contents.ts";

/** The source of all events of this service. */
const eventSource = "procurement-payments";

const attemptsMax = 4;

/** How far a list of events was published. */
export interface Published {
	/** Number of events, from the first on, that the bus has accepted. Later ones may have been accepted too. */
	accepted: number;
	/** Why the next one was not; absent when all were. */
	error?: unknown;
}

/** Publishes events in order. May be repeated: receivers recognise an event by its id. */
export type PublishEvents = (
	events: readonly ServiceEvent[],
) => Promise<Published>;

export function connectEventBus({
	busName,
	...connection
}: AwsConnection & { busName: string }): PublishEvents {
	const client = new EventBridgeClient({
		...connection,
		requestHandler: callTimeouts,
	});
	client.middlewareStack.add(countAwsCalls, lastStep);
	return async (events) => {
		let accepted = 0;
		for (const call of toCalls(events)) {
			try {
				const refused = await put(client, busName, call);
				accepted += refused?.position ?? call.length;
				if (refused) return { accepted, error: refused.error };
			} catch (error) {
				const text = "EventBridge did not take events";
				return { accepted, error: withoutContents(text, error) };
			}
		}
		return { accepted };
	};
}

/** Sends one call, and again those of its events that the bus refused: it does so with status 200. */
async function put(
	client: EventBridgeClient,
	busName: string,
	events: readonly ServiceEvent[],
): Promise<{ position: number; error: Error } | undefined> {
	let open = events;
	let error = new Error("The bus did not accept an event");
	for (let attempt = 0; attempt < attemptsMax; attempt++) {
		if (attempt > 0) await setTimeout(backoffMilliseconds(attempt));
		const answer = await client.send(
			new PutEventsCommand({
				Entries: open.map((event) => toEntry(busName, event)),
			}),
		);
		const codes = (answer.Entries ?? []).map(({ ErrorCode }) => ErrorCode);
		open = open.filter((_, index) => codes[index] !== undefined);
		const [first] = open;
		if (!first) return undefined;
		error = new Error(`The bus refused an event: ${codes.find(Boolean)}`);
	}
	const position = events.findIndex((event) => open.includes(event));
	return { position, error };
}

const toEntry = (
	busName: string,
	{ detailType, time, detail }: ServiceEvent,
) => ({
	EventBusName: busName,
	Source: eventSource,
	DetailType: detailType,
	Time: new Date(time),
	Detail: JSON.stringify(detail),
});
