import type { DynamoDBRecord } from "aws-lambda";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parse } from "../../../tools/local/aws-gateway/aws-call.ts";
import { acme, payableInvoices } from "../../support/acme.ts";
import {
	after,
	before,
	conflict,
	drop,
	failBefore,
	heldBack,
} from "../../support/aws-gateway/faults/effects.ts";
import type { Effect } from "../../support/aws-gateway/faults/faults.ts";
import {
	type DynamoItem,
	identityOf,
	readTorn,
} from "../../support/aws-gateway/faults/torn-reads.ts";
import { resourcesOf } from "../../support/batches.ts";
import { callOutcomes } from "../../support/call-outcomes.ts";
import {
	allDone,
	deliverToPublisher,
	failedFrom,
} from "../../support/notify.ts";
import { pay } from "../../support/pay.ts";
import { propertySeed } from "../../support/property-seed.ts";
import { recordsOf } from "../../support/stream-records.ts";
import { tableContents } from "../../support/table-contents.ts";
import { useWorld } from "../../support/use-world.ts";
import { announcedIds, idsOf, readOn } from "./feed.ts";

const world = useWorld(() => acme({ invoices: payableInvoices(100) }));
beforeEach(() => world.skipPauses());
afterEach(() => world.gateway.faults.clear());

const payments = (count: number) =>
	recordsOf(world, () => pay(world, resourcesOf(count, 1)));

const deliver = (records: readonly DynamoDBRecord[]) =>
	deliverToPublisher(world, records, { hasFeed: true });

const feed = async () => idsOf(await readOn(world));

const operations = ["BatchGetItem", "TransactWriteItems"] as const;

describe("R11: each event is in the feed once", () => {
	it("when its record is delivered twice, alone and with others", async () => {
		const records = await payments(60);
		await deliver(records.slice(0, 40));
		await deliver(records);
		await deliver(records.slice(20, 50));
		expect(await feed()).toEqual(announcedIds(records));
	});

	it.each(
		operations.flatMap((operation) =>
			[0, 1].flatMap((skip) =>
				[...callOutcomes, ["a conflict", conflict()] as const].map(
					([name, effect]) => [name, operation, skip, effect] as const,
				),
			),
		),
	)("after %s of %s %i", async (_, operation, skip, effect) => {
		const records = await payments(60);
		world.addFault({ operation, skip, times: 1, effect });
		expect(await deliver(records)).toEqual(allDone);
		expect(await feed()).toEqual(announcedIds(records));
	});

	it.each([0, 1, 2, 3])(
		"when the invocation dies after call %i, and its records are delivered again",
		async (calls) => {
			const records = await payments(60);
			const sent = world.addFault({
				matches: (body) => body !== undefined,
				skip: calls,
				effect: drop(),
			});
			await deliver(records);
			sent.remove();
			const before = await feed();
			await deliver(records);
			const after = await feed();
			expect(after).toEqual(announcedIds(records));
			expect(after.slice(0, before.length)).toEqual(before);
		},
	);

	it("when a page arrives late, after its records were delivered again, or before", async () => {
		const records = await payments(60);
		const late = heldBack();
		const fault = world.addFault({
			operation: "TransactWriteItems",
			effect: late.effect,
		});
		expect(await deliver(records)).toEqual(failedFrom(records[0]));
		fault.remove();
		await late.land();
		expect(await deliver(records)).toEqual(allDone);
		await late.land();
		expect(await feed()).toEqual(announcedIds(records));
	});

	it("when two publishers append the same events at the same time", async () => {
		const records = await payments(60);
		for (const hook of [before, after]) {
			for (const operation of operations) {
				const fault = world.addFault({
					operation,
					times: 1,
					effect: hook(() => deliver(records.slice(0, 55))),
				});
				await deliver(records);
				fault.remove();
			}
		}
		expect(await feed()).toEqual(announcedIds(records));
	});
});

/** Shows the head of after, and the marks of before what happens meanwhile. */
const tornRead =
	(meanwhile: () => Promise<unknown>): Effect =>
	async (call, forward) => {
		const early = await forward(call);
		await meanwhile();
		if (early === "disconnected") return early;
		const { Responses } = parse<{ Responses: Record<string, DynamoItem[]> }>(
			early,
		);
		const marks = new Map(
			Object.values(Responses)
				.flat()
				.map((item) => [identityOf(item), item]),
		);
		const { RequestItems } = parse<{
			RequestItems: Record<string, { Keys: DynamoItem[] }>;
		}>(call);
		const seconds = Object.values(RequestItems)
			.flatMap(({ Keys }) => Keys.map(identityOf))
			.filter((identity) => identity.endsWith("FEEDSECOND"));
		const hidden = new Map(seconds.map((one) => [one, marks.get(one)]));
		return readTorn(call, hidden, forward);
	};

it.each([0, 5])(
	"R11: each event is in the feed once when the head is read after another publisher's page, and the marks before: %i events were there",
	async (known) => {
		const records = await payments(30);
		await deliver(records.slice(0, known));
		world.addFault({
			operation: "BatchGetItem",
			times: 1,
			effect: tornRead(() => deliver(records.slice(0, 20))),
		});
		expect(await deliver(records)).toEqual(allDone);
		expect(await feed()).toEqual(announcedIds(records));
	},
);

it.each([0, 3])(
	"R11: what a reader has seen stays where it is when another publisher appends other events meanwhile: %i events were there",
	async (count) => {
		const known = (await payments(3)).slice(0, count);
		await deliver(known);
		const mine = await payments(60);
		const others = (await payments(60)).map((record, index) => ({
			...record,
			dynamodb: {
				...record.dynamodb,
				// Of other seconds, whose marks do not conflict.
				ApproximateCreationDateTime: 1_795_255_300 + index,
			},
		}));
		const seen: string[][] = [];
		for (const skip of [0, 1])
			world.addFault({
				operation: "TransactWriteItems",
				skip,
				times: 1,
				effect: before(async () => {
					await deliver(others.slice(30 * skip, 30 * skip + 30));
					seen.push(await feed());
				}),
			});
		expect(await deliver(mine)).toEqual(allDone);
		const all = await feed();
		for (const earlier of seen)
			expect(all.slice(0, earlier.length)).toEqual(earlier);
		expect(all.toSorted()).toEqual(
			[known, mine, others].flatMap(announcedIds).toSorted(),
		);
		expect(all.filter((id) => announcedIds(mine).includes(id))).toEqual(
			announcedIds(mine),
		);
	},
);

it("R11: the events of a record keep the order of its versions, however its records are delivered", async () => {
	/** Versions of the same ten invoices. */
	const versions: DynamoDBRecord[][] = [];
	for (let version = 0; version < 4; version++)
		versions.push(await payments(10));
	let run = 0;
	const versionsByShard = [0, 1].map((shard) =>
		versions.flatMap((records) =>
			records.filter((_, index) => index % 2 === shard),
		),
	);
	await fc.assert(
		fc.asyncProperty(
			fc.array(
				fc.record({
					shard: fc.nat(1),
					size: fc.integer({ min: 1, max: 20 }),
					isRepeated: fc.boolean(),
					dies: fc.option(fc.nat(4)),
				}),
				{ maxLength: 12 },
			),
			async (deliveries) => {
				run += 1;
				const shards = versionsByShard.map((records) =>
					records.map((one) => ({ ...one, eventID: `${run}-${one.eventID}` })),
				);
				const positions = [0, 0];
				const next = (shard: number, size: number) => {
					const from = positions[shard] ?? 0;
					return (shards[shard] ?? []).slice(from, from + size);
				};
				for (const { shard, size, isRepeated, dies } of deliveries) {
					const records = next(shard, size);
					const fault =
						dies === null
							? undefined
							: world.addFault({ skip: dies, effect: drop() });
					const { batchItemFailures } = await deliver(records);
					fault?.remove();
					if (!isRepeated && batchItemFailures.length === 0)
						positions[shard] = (positions[shard] ?? 0) + records.length;
				}
				for (const shard of [0, 1]) await deliver(next(shard, 100));
				const all = await feed();
				for (const shard of shards) {
					const ids = announcedIds(shard);
					expect(all.filter((id) => ids.includes(id))).toEqual(ids);
				}
				expect(all).toHaveLength(40 * run);
			},
		),
		{ numRuns: 10, seed: propertySeed },
	);
});

describe("R11: the feed and the bus do not wait for each other", () => {
	it("a bus that is down holds back no event of the feed", async () => {
		const records = await payments(3);
		world.addFault({ operation: "PutEvents", effect: failBefore() });
		expect(await deliver(records)).toEqual(failedFrom(records[0]));
		expect(await feed()).toEqual(announcedIds(records));
		expect(world.outbox.events).toEqual([]);
	});

	it("a feed that cannot be written holds back no event of the bus, and its records are delivered again", async () => {
		const records = await payments(3);
		const fault = world.addFault({
			operation: "TransactWriteItems",
			effect: failBefore(),
		});
		expect(await deliver(records)).toEqual(failedFrom(records[0]));
		expect(world.outbox.events).toHaveLength(3);
		fault.remove();
		expect(await deliver(records)).toEqual(allDone);
		expect(await feed()).toEqual(announcedIds(records));
	});

	it("a feed whose second page cannot be written: the records from there on are delivered again", async () => {
		const records = await payments(60);
		world.addFault({
			operation: "TransactWriteItems",
			skip: 1,
			effect: failBefore(),
		});
		expect(await deliver(records)).toEqual(failedFrom(records[50]));
		expect(await feed()).toEqual(announcedIds(records.slice(0, 50)));
	});

	it("of two feeds that cannot be written, the first record of either is the first that is delivered again", async () => {
		const records = await payments(1);
		const others: DynamoDBRecord[] = JSON.parse(
			JSON.stringify(await payments(1)).replaceAll("ORG#acme", "ORG#other"),
		);
		world.addFault({ operation: "TransactWriteItems", effect: failBefore() });
		for (const both of [
			[...records, ...others],
			[...others, ...records],
		])
			expect(await deliver(both)).toEqual(failedFrom(both[0]));
	});
});

it("R11: the feed takes no event of a smoke test's organization, which is deleted, and these hold back no other", async () => {
	const smokeId = `smoke-${"0".repeat(26)}`;
	const smoke: DynamoDBRecord[] = JSON.parse(
		JSON.stringify(await payments(2)).replaceAll("ORG#acme", `ORG#${smokeId}`),
	);
	const records = await payments(3);
	const fault = world.addFault({
		operation: "TransactWriteItems",
		effect: failBefore(),
	});
	expect(await deliver([...smoke, ...records])).toEqual(failedFrom(records[0]));
	fault.remove();
	expect(await deliver([...smoke, ...records])).toEqual(allDone);
	expect(await feed()).toEqual(announcedIds(records));
	const keys = [...(await tableContents(world)).keys()];
	expect(keys.filter((key) => key.includes(smokeId))).toEqual([]);
});
