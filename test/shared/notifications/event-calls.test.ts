import { expect, it } from "vitest";
import type { ServiceEvent } from "../../../shared/events/service-event.ts";
import { toCalls } from "../../../shared/notifications/event-calls.ts";

const event = (record: string, kilobytes = 0, letter = "x"): ServiceEvent => ({
	detailType: "Invoice Paid",
	time: "2026-11-22T00:00:00Z",
	record,
	detail: {
		metadata: { id: record, version: 1, organizationId: "acme" },
		data: {
			filler: letter.repeat((kilobytes * 1_024) / Buffer.byteLength(letter)),
		},
	},
});
const lengths = (events: ServiceEvent[]) =>
	[...toCalls(events)].map(({ length }) => length);

it("a call has at most 10 events", () => {
	const events = Array.from({ length: 21 }, (_, index) => event(`${index}`));
	expect(lengths(events)).toEqual([10, 10, 1]);
	expect([...toCalls(events)].flat()).toEqual(events);
});

it("a call has at most 256 KB", () => {
	const events = ["a", "b", "c"].map((record) => event(record, 127));
	expect(lengths(events)).toEqual([2, 1]);
	expect(lengths([event("a", 250), event("b", 250)])).toEqual([1, 1]);
	// Time, source and detail type count as well.
	expect(lengths([event("a", 127.8), event("b", 127.8)])).toEqual([1, 1]);
});

it("a call has at most 256 KB, even of letters that take three bytes each", () => {
	const events = ["a", "b", "c"].map((record) => event(record, 126, "अ"));
	expect(lengths(events)).toEqual([2, 1]);
});

it("a call has one event of a record", () => {
	const events = ["a", "b", "a", "a", "c"].map((record) => event(record));
	expect(lengths(events)).toEqual([2, 1, 2]);
});

it("makes no call if there are no events", () => {
	expect(lengths([])).toEqual([]);
});
