import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it } from "vitest";
import {
	feedHeadKey,
	feedPageKey,
	feedSecondKey,
} from "../../../shared/dynamodb/keys.ts";
import { batchGet } from "../../../shared/dynamodb/reads/batch-get.ts";
import { acme, payableInvoices } from "../../support/acme.ts";
import { resourcesOf } from "../../support/batches.ts";
import { createInvoices, newInvoice } from "../../support/created-invoices.ts";
import { deleteItem } from "../../support/delete-item.ts";
import { meterCalls } from "../../support/meter-calls.ts";
import { allDone, deliverToPublisher } from "../../support/notify.ts";
import { passSeconds } from "../../support/pass-time.ts";
import { pay } from "../../support/pay.ts";
import { recordsOf } from "../../support/stream-records.ts";
import { useWorld } from "../../support/use-world.ts";
import { openWorld } from "../../support/world.ts";
import { announcedIds, idsOf, readOn, readPage } from "./feed.ts";

const world = useWorld(() =>
	acme({
		invoices: payableInvoices(100),
		vendors: [{ id: "v-1", name: "Steel Traders" }],
	}),
);

const secondsPerDay = 86_400;

/** Pays so many invoices, and delivers what the stream has of it. */
async function payAndDeliver(count: number) {
	const records = await recordsOf(world, () =>
		pay(world, resourcesOf(count, 1)),
	);
	expect(await deliverToPublisher(world, records, { hasFeed: true })).toEqual(
		allDone,
	);
	return announcedIds(records);
}

describe("200", () => {
	it("R11: a feed without events has a cursor, from which the first events are read", async () => {
		const empty = await readPage(world);
		expect(empty).toEqual({ items: [], nextCursor: expect.any(String) });
		const ids = await payAndDeliver(3);
		expect(idsOf(await readOn(world, { cursor: empty.nextCursor }))).toEqual(
			ids,
		);
	});

	it("R11: an event is the one that the bus gets, with its id, type, time and detail", async () => {
		await payAndDeliver(1);
		const [published] = world.outbox.events;
		const { items } = await readPage(world);
		expect(items).toEqual([
			{
				id: items[0]?.detail.metadata.id,
				type: "Invoice Paid",
				time: expect.stringMatching(/^\d{4}-.*Z$/),
				detail: published?.detail,
			},
		]);
	});

	it("R11: reading on from each cursor gives every event once, in one order, with any limit", async () => {
		const ids = [...(await payAndDeliver(100)), ...(await payAndDeliver(7))];
		for (const limit of ["1", "7", "50", "100"])
			expect(idsOf(await readOn(world, { limit }))).toEqual(ids);
		const { nextCursor } = await readOn(world);
		expect(await readPage(world, { cursor: nextCursor })).toEqual({
			items: [],
			nextCursor,
		});
	});

	it("R11: a cursor goes on with any type, and a type leaves out the other events only", async () => {
		const paid = await payAndDeliver(30);
		const records = await recordsOf(world, () =>
			createInvoices(world, [
				newInvoice(),
				newInvoice({ invoiceNumber: "N-2" }),
			]),
		);
		await deliverToPublisher(world, records, { hasFeed: true });
		const created = announcedIds(records);
		const more = await payAndDeliver(30);
		const { items, nextCursor } = await readPage(world, { limit: "20" });
		expect(idsOf({ items })).toEqual(paid.slice(0, 20));
		const type = "Invoice Created";
		const typed = await readOn(world, { cursor: nextCursor, type });
		expect(idsOf(typed)).toEqual(created);
		expect(
			idsOf(await readOn(world, { cursor: nextCursor, type: "Invoice Paid" })),
		).toEqual([...paid.slice(20), ...more]);
		expect(idsOf(await readOn(world, { cursor: typed.nextCursor }))).toEqual(
			[],
		);
	});

	it("R11: events of days ago are read with those of today, until they are 30 days old", async () => {
		const first = await payAndDeliver(2);
		passSeconds(world, secondsPerDay);
		const second = await payAndDeliver(2);
		passSeconds(world, 29 * secondsPerDay);
		const third = await payAndDeliver(2);
		expect(idsOf(await readOn(world))).toEqual([...first, ...second, ...third]);
		passSeconds(world, secondsPerDay);
		expect(idsOf(await readOn(world))).toEqual([...second, ...third]);
		passSeconds(world, 31 * secondsPerDay);
		expect(idsOf(await readOn(world))).toEqual([]);
	});

	it("R11: a reader who has read everything goes on, however long nothing happened", async () => {
		await payAndDeliver(2);
		const { nextCursor } = await readOn(world);
		passSeconds(world, 100 * secondsPerDay);
		expect(await readPage(world, { cursor: nextCursor })).toEqual({
			items: [],
			nextCursor,
		});
		const ids = await payAndDeliver(2);
		expect(idsOf(await readOn(world, { cursor: nextCursor }))).toEqual(ids);
	});

	it("R11: a page that the store does not show yet holds back those behind it, and is read later", async () => {
		const ids = await payAndDeliver(100);
		const second = feedPageKey("acme", 50);
		const [item] = await batchGet(world.table, [second]);
		await payAndDeliver(10);
		await deleteItem(world, second);
		const { items, nextCursor } = await readOn(world);
		expect(idsOf({ items })).toEqual(ids.slice(0, 50));
		// These look farther than the page that is not there.
		for (const query of [{ type: "Invoice Paid" }, { limit: "20" }])
			expect(idsOf(await readOn(world, query))).toEqual(ids.slice(0, 50));
		await world.table.documents.send(
			new PutCommand({ TableName: world.table.name, Item: item }),
		);
		expect(idsOf(await readOn(world, { cursor: nextCursor }))).toHaveLength(60);
	});

	it("R11: the store keeps an event longer than 30 days, and what tells a repeated one longer than the stream repeats it", async () => {
		const records = await recordsOf(world, () => pay(world, resourcesOf(1, 1)));
		await deliverToPublisher(world, records, { hasFeed: true });
		const written = records[0]?.dynamodb?.ApproximateCreationDateTime ?? 0;
		const items = await batchGet(world.table, [
			feedPageKey("acme", 0),
			feedSecondKey("acme", written),
		]);
		const [page = 0, second = 0] = items.map((item) => Number(item?.expiresAt));
		const appended = world.time.now.getTime() / 1_000;
		expect(page - appended).toBeGreaterThan(31 * secondsPerDay);
		expect(second - written).toBeGreaterThan(secondsPerDay);
	});

	it("performance: a page of 50 events takes 2 calls, 2 round trips and at most half a read unit for each KB", async () => {
		await payAndDeliver(100);
		for (let day = 0; day < 40; day++) await payAndDeliver(1);
		await readPage(world);
		for (const skipped of ["50", "100"]) {
			const { nextCursor: cursor } = await readPage(world, { limit: skipped });
			let kilobytes = 0;
			const reading = await meterCalls(world, async () => {
				const answer = await world.get("/v1.0/event", { cursor });
				kilobytes = answer.text.length / 1_024;
			});
			expect(reading).toMatchObject({
				operations: ["GetItem", "Query"],
				roundTrips: 2,
				writeUnits: 0,
			});
			expect(reading.readUnits / kilobytes).toBeLessThanOrEqual(0.5);
		}
	});

	it("performance: a reader for whom nothing is new costs one call", async () => {
		await payAndDeliver(2);
		const { nextCursor: cursor } = await readOn(world);
		const reading = await meterCalls(world, () =>
			world.get("/v1.0/event", { cursor }),
		);
		expect(reading.operations).toEqual(["GetItem"]);
	});

	it("performance: appending 100 payments takes one read, two transactions and less than half a write unit each", async () => {
		const records = await recordsOf(world, () =>
			pay(world, resourcesOf(100, 1)),
		);
		const reading = await meterCalls(world, () =>
			deliverToPublisher(world, records, { hasFeed: true }),
		);
		const { operations, writeUnits } = reading;
		expect(operations.filter((one) => one !== "PutEvents")).toEqual([
			"BatchGetItem",
			"TransactWriteItems",
			"TransactWriteItems",
		]);
		expect(writeUnits / 100).toBeLessThan(0.5);
	});
});

describe("400 VALIDATION_ERROR", () => {
	it.each([
		[{ type: "Invoice Lost" }, "/type"],
		[{ limit: "101" }, "/limit"],
		[{ cursor: "bm90LWEtY3Vyc29y" }, "/cursor"],
		[{ since: "2026-11-28" }, "/since"],
	])("R11: %j", async (query, pointer) => {
		expect(await world.get("/v1.0/event", query)).toMatchObject({
			status: 400,
			body: {
				error: {
					code: "VALIDATION_ERROR",
					message: expect.stringContaining(pointer),
				},
			},
		});
	});
});

it("R11: 403 INSUFFICIENT_PERMISSIONS without events:read", async () => {
	await world.import({
		org: { id: "acme" },
		apiKeys: [
			{
				...{ userId: "u-admin", name: "Reader", key: "reader" },
				permissions: ["payments:read"],
			},
		],
	});
	expect(await world.get("/v1.0/event", {}, { key: "reader" })).toMatchObject({
		status: 403,
		body: { error: { code: "INSUFFICIENT_PERMISSIONS" } },
	});
});

it("R11: 404 EVENT_FEED_OFF on a stage without the feed, after the query was checked", async () => {
	await using without = await openWorld({ hasEventFeed: false });
	await without.import(acme());
	expect(await without.get("/v1.0/event")).toMatchObject({
		status: 404,
		body: { error: { code: "EVENT_FEED_OFF" } },
	});
	expect(await without.get("/v1.0/event", { limit: "0" })).toMatchObject({
		status: 400,
	});
});

describe("410 CURSOR_EXPIRED", () => {
	it("R11: once an event behind the cursor is no longer kept; without a cursor, the rest is read", async () => {
		await payAndDeliver(2);
		const { nextCursor } = await readPage(world, { limit: "1" });
		passSeconds(world, 10 * secondsPerDay);
		const later = await payAndDeliver(2);
		const { nextCursor: between } = await readPage(world, { limit: "2" });
		passSeconds(world, 20 * secondsPerDay);
		expect(await readOn(world, { cursor: nextCursor })).toMatchObject({
			items: { length: 3 },
		});
		passSeconds(world, secondsPerDay);
		for (const type of [{}, { type: "Invoice Created" }])
			expect(
				await world.get("/v1.0/event", { cursor: nextCursor, ...type }),
			).toMatchObject({
				status: 410,
				body: { error: { code: "CURSOR_EXPIRED" } },
			});
		expect(idsOf(await readOn(world))).toEqual(later);
		// Everything before this cursor was read, so nothing is missed.
		expect(idsOf(await readOn(world, { cursor: between }))).toEqual(later);
	});

	it("R11: a cursor beyond the end, once the table was restored to an earlier time", async () => {
		await payAndDeliver(2);
		const [head] = await batchGet(world.table, [feedHeadKey("acme")]);
		const { nextCursor: earlier } = await readOn(world);
		await payAndDeliver(2);
		const { nextCursor } = await readOn(world);
		await world.table.documents.send(
			new PutCommand({ TableName: world.table.name, Item: head }),
		);
		expect(
			await world.get("/v1.0/event", { cursor: nextCursor }),
		).toMatchObject({
			status: 410,
			body: { error: { code: "CURSOR_EXPIRED" } },
		});
		expect(await readPage(world, { cursor: earlier })).toEqual({
			items: [],
			nextCursor: earlier,
		});
	});
});
