import type { DynamoDBRecord } from "aws-lambda";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { acme, payableInvoices } from "../../support/acme.ts";
import {
	failAfter,
	failBefore,
	loseAnswer,
} from "../../support/aws-gateway/faults/effects.ts";
import { refuseEvents } from "../../support/aws-gateway/faults/message-effects.ts";
import { resourcesOf } from "../../support/batches.ts";
import { payInvoice } from "../../support/created-invoices.ts";
import {
	allDone,
	deliverToPublisher,
	failedFrom,
} from "../../support/notify.ts";
import { pay } from "../../support/pay.ts";
import { recordsOf } from "../../support/stream-records.ts";
import { useSharedWorld } from "../../support/use-world.ts";

const world = useSharedWorld(() => acme({ invoices: payableInvoices(30) }));
beforeEach(() => {
	world.outbox.events.length = 0;
});
afterEach(() => world.gateway.faults.clear());

const payThirty = () => recordsOf(world, () => pay(world, resourcesOf(30, 1)));

const publishedIds = () =>
	world.outbox.events.map(
		({ detail }) => (detail as { metadata: { id: string } }).metadata.id,
	);
const idOf = ({ eventID }: DynamoDBRecord) => `${eventID}.invoice-paid`;

it("publishes 10 events to a call", async () => {
	const records = await payThirty();
	world.gateway.meter.reset();
	expect(await deliverToPublisher(world, records)).toEqual(allDone);
	expect(world.gateway.meter.read().operations).toEqual(
		Array(3).fill("PutEvents"),
	);
	expect(publishedIds()).toEqual(records.map(idOf));
});

it("a repeated delivery publishes under the same ids", async () => {
	const records = await payThirty();
	await deliverToPublisher(world, records);
	await deliverToPublisher(world, records);
	expect(publishedIds()).toEqual([...records, ...records].map(idOf));
});

it("a bus that is down for a moment costs nothing; an answer that is lost, a second event under the same id", async () => {
	const records = (await payThirty()).slice(0, 1);
	for (const effect of [failBefore(), failAfter(), loseAnswer()]) {
		world.addFault({ operation: "PutEvents", times: 1, effect });
		expect(await deliverToPublisher(world, records)).toEqual(allDone);
	}
	expect(publishedIds()).toEqual(Array(5).fill(records.map(idOf)[0]));
});

it.each([0, 1, 2])(
	"a bus that is down from call %i on: the records from there on are delivered again, none is lost",
	async (calls) => {
		const records = await payThirty();
		const fault = world.addFault({
			operation: "PutEvents",
			skip: calls,
			effect: failBefore(),
		});
		expect(await deliverToPublisher(world, records)).toEqual(
			failedFrom(records[10 * calls]),
		);
		expect(publishedIds()).toEqual(records.slice(0, 10 * calls).map(idOf));
		fault.remove();
		expect(await deliverToPublisher(world, records.slice(10 * calls))).toEqual(
			allDone,
		);
		expect(publishedIds()).toEqual(records.map(idOf));
	},
);

describe("single events that the bus refuses with status 200", () => {
	/** Refuses the events of these positions. */
	const refuse = (...positions: number[]) =>
		refuseEvents({ chosen: (index) => positions.includes(index) });

	it("are sent again, and only they", async () => {
		const records = await payThirty();
		world.addFault({
			operation: "PutEvents",
			times: 2,
			// The second attempt has only these two: the bus refuses the second one again.
			effect: refuse(1, 7),
		});
		expect(await deliverToPublisher(world, records)).toEqual(allDone);
		expect(publishedIds().toSorted()).toEqual(records.map(idOf).toSorted());
	});

	it.each([
		["all", [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]],
		["the first", [0]],
	])(
		"for good, %s of a call: the records before are done, the rest is delivered again",
		async (_, positions) => {
			const records = await payThirty();
			world.addFault({
				operation: "PutEvents",
				skip: 1,
				effect: refuse(...positions),
			});
			expect(await deliverToPublisher(world, records)).toEqual(
				failedFrom(records[10]),
			);
			const taken = records
				.slice(10, 20)
				.filter((_, index) => !positions.includes(index));
			expect(publishedIds()).toEqual(
				[...records.slice(0, 10), ...taken].map(idOf),
			);
		},
	);

	it("never let a later event of the same record overtake an earlier one", async () => {
		const records = [
			...(await recordsOf(world, () => payInvoice(world, "inv-0", 1))),
			...(await recordsOf(world, () => payInvoice(world, "inv-0", 2))),
			...(await recordsOf(world, () => payInvoice(world, "inv-0", 3))),
		];
		world.addFault({ operation: "PutEvents", times: 2, effect: refuse(0) });
		expect(await deliverToPublisher(world, records)).toEqual(allDone);
		expect(publishedIds()).toEqual(records.map(idOf));
	});
});

it("a record that cannot be read: all before it are published, it is delivered again", async () => {
	const [first, second, ...others] = await payThirty();
	const { NewImage, ...rest } = second?.dynamodb ?? {};
	const unreadable = { ...second, dynamodb: rest };
	if (!first) throw new Error("No record");
	const batch = [first, unreadable, ...others];
	expect(await deliverToPublisher(world, batch)).toEqual(failedFrom(second));
	expect(publishedIds()).toEqual([first].map(idOf));
	expect(world.metrics).toContainEqual({
		values: { NotificationFailures: 1 },
		dimension: { reason: "RECORD_FAILED" },
	});
});

it("a record that cannot be read, after events that the bus does not take: the first of these is delivered again", async () => {
	const [first, second, ...others] = await payThirty();
	const { NewImage, ...rest } = second?.dynamodb ?? {};
	const unreadable = { ...second, dynamodb: rest };
	if (!first) throw new Error("No record");
	world.addFault({ operation: "PutEvents", effect: failBefore() });
	const batch = [first, unreadable, ...others];
	expect(await deliverToPublisher(world, batch)).toEqual(failedFrom(first));
	expect(publishedIds()).toEqual([]);
});

it("a change without its old image does not count as a creation: the stream has the wrong type", async () => {
	const records = await recordsOf(world, () => payInvoice(world, "inv-0", 1));
	const [record] = records.map(({ dynamodb = {}, ...rest }) => {
		const { OldImage, ...withoutOld } = dynamodb;
		return { ...rest, dynamodb: withoutOld };
	});
	if (!record) throw new Error("No record");
	expect(await deliverToPublisher(world, [record])).toEqual(failedFrom(record));
	expect(world.outbox.events).toEqual([]);
});

it("an event of any size fits the bus: a write of 2,000 payments", async () => {
	const resources = Array.from({ length: 100 }, () => ({
		slug: "inv-0",
		amount: 0.01,
		utr: "😀".repeat(32),
		narration: "n".repeat(500),
	}));
	const [record] = await recordsOf(world, () => pay(world, resources));
	if (!record) throw new Error("No record");
	const payments = record.dynamodb?.NewImage?.payments?.L ?? [];
	const many = Array.from({ length: 2_000 }, (_, index) => {
		const [payment] = payments;
		return { M: { ...payment?.M, id: { S: `p-${index}` } } };
	});
	const { NewImage = {} } = record.dynamodb ?? {};
	const image = { ...NewImage, payments: { L: many } };
	const large = {
		...record,
		dynamodb: { ...record.dynamodb, NewImage: image },
	} as DynamoDBRecord;
	expect(await deliverToPublisher(world, [large])).toEqual(allDone);
	const [event] = world.outbox.events;
	expect(Buffer.byteLength(JSON.stringify(event))).toBeLessThan(256 * 1024);
	expect(event).toMatchObject({ detail: { data: { paymentCount: 2_000 } } });
	const { payments: listed = [] } = dataOf(event);
	expect(listed.length).toBeGreaterThan(100);
});

const dataOf = (event: { detail: unknown } = { detail: {} }) =>
	(event.detail as { data: { payments?: unknown[] } }).data;
