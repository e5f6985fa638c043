import { beforeEach, expect, it } from "vitest";
import { meterCalls } from "../../support/meter-calls.ts";
import { useWorld } from "../../support/use-world.ts";
import {
	acmeWithAdvances,
	fullAdvance,
	plainAdvance,
	raise,
} from "./advances.ts";

const world = useWorld(acmeWithAdvances);
beforeEach(async () => {
	// From here on the API key is cached.
	await raise(world, {});
});

const meter = (body: object, options = {}) =>
	meterCalls(world, () => raise(world, body, options));

it("performance: an advance with everything takes 3 calls, 3 round trips, 2 write units an item, 1 read unit a key", async () => {
	expect(await meter(fullAdvance)).toMatchObject({
		answer: { status: 200 },
		operations: ["PutItem", "BatchGetItem", "TransactWriteItems"],
		roundTrips: 3,
		// The claim; advance, two stages, order and two entries of inboxes in a transaction; three entries in the list index.
		writeUnits: 1 + 6 * 2 + 3,
		// Vendor, two taxes, two tags, order, payer.
		readUnits: 7,
	});
});

it("performance: an advance that is approved at once and has no order is one plain write of two units", async () => {
	expect(await meter(plainAdvance, { idempotencyKey: null })).toMatchObject({
		answer: { status: 200 },
		operations: ["BatchGetItem", "PutItem"],
		roundTrips: 2,
		// One of them for its entry in the list index.
		writeUnits: 2,
		readUnits: 2,
	});
});

it("performance: a refused advance writes its claim and its end, and nothing else", async () => {
	const body = { ...fullAdvance, gstAmount: 1 };
	expect(await meter(body)).toMatchObject({
		answer: { status: 400 },
		operations: ["PutItem", "BatchGetItem", "PutItem"],
		writeUnits: 2,
	});
});

it("5: a body that is not a valid advance costs the claim, and no read", async () => {
	expect(await meter({})).toMatchObject({
		answer: { status: 400 },
		operations: ["PutItem"],
	});
});
