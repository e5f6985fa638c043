import type { ServiceEvent } from "../events/service-event.ts";

/** EventBridge's limits for one call of PutEvents. */
const entriesMax = 10;
const bytesMax = 256 * 1024;

/** An upper bound of what EventBridge counts in addition to the detail: time, source, detail type. */
const fixedEntryBytes = 256;

/**
 * Groups events for calls of PutEvents, in order. A call has one event of a record at most: the bus may refuse single
 * entries, and a later event of a record must not overtake an earlier one.
 */
export function* toCalls(
	events: readonly ServiceEvent[],
): Generator<ServiceEvent[]> {
	let call: ServiceEvent[] = [];
	let bytes = 0;
	for (const event of events) {
		const size = entryBytes(event);
		const isFull =
			call.length === entriesMax ||
			bytes + size > bytesMax ||
			call.some(({ record }) => record === event.record);
		if (isFull) {
			yield call;
			call = [];
			bytes = 0;
		}
		call.push(event);
		bytes += size;
	}
	if (call.length > 0) yield call;
}

const entryBytes = ({ detail }: ServiceEvent) =>
	Buffer.byteLength(JSON.stringify(detail)) + fixedEntryBytes;
