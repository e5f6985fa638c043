import { beforeEach, expect, it } from "vitest";
import type { Key } from "../../../shared/dynamodb/keys.ts";
import type { Item } from "../../../shared/dynamodb/reads/batch-get.ts";
import { batchPut } from "../../../shared/dynamodb/writes/batch-put.ts";
import { loseAnswer } from "../../support/aws-gateway/faults/effects.ts";
import { meterCalls } from "../../support/meter-calls.ts";
import { tableContents } from "../../support/table-contents.ts";
import { useWorld } from "../../support/use-world.ts";
import type { Answer } from "../../support/world.ts";
import {
	acmeWithStages,
	advance,
	approverIds,
	cancel,
	changeApprover,
	decide,
	giveBack,
	importLater,
	raised,
	reject,
	resubmit,
} from "./workflow.ts";

const world = useWorld(() =>
	acmeWithStages([{ approvers: ["u-1", "u-2", "u-3"] }]),
);
const linked = { ...advance, purchaseOrderLinkId: "po-1" };
let id: string;
beforeEach(async () => {
	id = await raised(world, linked);
	// From here on the API keys are cached.
	for (const key of ["u-1", "u-2", "u-book"]) await decide(world, "x", key);
});

async function meter(act: () => Promise<Answer>) {
	const { answer, ...reading } = await meterCalls(world, act);
	expect(answer.status).toBe(200);
	return reading;
}

it("performance: a decision of an ALL stage of 3 takes 2 calls, 2 round trips; 2 units for each item of its transaction", async () => {
	expect(await meter(() => decide(world, id, "u-1"))).toMatchObject({
		operations: ["Query", "TransactWriteItems"],
		roundTrips: 2,
		readUnits: 1,
		// It writes request, history, stage and inbox entry; the entry leaves the index.
		writeUnits: 4 * 2 + 1,
	});
});

it.each([reject, giveBack])(
	"performance: a decision that changes the order's link takes 3 calls, 3 round trips: %j",
	async (body) => {
		expect(await meter(() => decide(world, id, "u-1", { body }))).toMatchObject(
			{
				operations: ["Query", "BatchGetItem", "TransactWriteItems"],
				roundTrips: 3,
			},
		);
	},
);

it("performance: a repeated decision, also of an earlier round, writes nothing", async () => {
	await decide(world, id, "u-1", { body: giveBack });
	const again = () => decide(world, id, "u-1", { body: giveBack });
	expect(await meter(again)).toMatchObject({ operations: ["Query"] });
	await resubmit(world, id);
	expect(await meter(again)).toMatchObject({
		operations: ["Query", "GetItem"],
		writeUnits: 0,
	});
});

it("performance: a decision of a stage or round that no request can have, or has yet, reads the request alone", async () => {
	await decide(world, id, "u-1", { body: giveBack });
	await resubmit(world, id);
	for (const body of [{ stage: -1 }, { stage: 10 }, { round: 0 }, { round: 3 }])
		expect(
			await meterCalls(world, () => decide(world, id, "u-1", { body })),
		).toMatchObject({ answer: { status: 409 }, operations: ["Query"] });
});

it("performance: a resubmission with a link takes 3 calls, 3 round trips; 4 if it changes the order", async () => {
	await decide(world, id, "u-1", { body: giveBack });
	expect(
		await meter(() => resubmit(world, id, { body: linked })),
	).toMatchObject({
		operations: ["Query", "BatchGetItem", "TransactWriteItems"],
		roundTrips: 3,
	});
	await decide(world, id, "u-1", { body: { ...giveBack, round: 2 } });
	const body = { ...linked, purchaseOrderLinkId: "po-2" };
	expect(
		await meter(() => resubmit(world, id, { body, ifMatch: 4 })),
	).toMatchObject({
		operations: ["Query", "BatchGetItem", "BatchGetItem", "TransactWriteItems"],
		roundTrips: 4,
	});
});

it("performance: a cancellation and a change of an approver take 3 calls", async () => {
	const body = { from: "u-1", to: "u-book" };
	expect(await meter(() => changeApprover(world, id, { body }))).toMatchObject({
		operations: ["Query", "BatchGetItem", "TransactWriteItems"],
	});
	expect(await meter(() => cancel(world, id))).toMatchObject({
		operations: ["Query", "BatchGetItem", "TransactWriteItems"],
	});
});

it("performance: a page of 50 of the inbox takes 3 calls, 3 round trips", async () => {
	for (let count = 1; count < 51; count++) await raised(world);
	const reading = await meter(() =>
		world.get("/v1.0/approval", "", { key: "u-1" }),
	);
	expect(reading).toMatchObject({
		operations: ["Query", "BatchGetItem", "BatchGetItem"],
		roundTrips: 3,
		writeUnits: 0,
	});
	const short = await meter(() =>
		world.get("/v1.0/approval", "limit=1", { key: "u-1" }),
	);
	// An entry of the index, its request and its vendor.
	expect(short).toMatchObject({ readUnits: 0.5 + 1 + 1 });
	// No user has such an id.
	const none = { userId: "é".repeat(2_000) };
	expect(await meter(() => world.get("/v1.0/approval", none))).toMatchObject({
		operations: [],
	});
});

it("A6: an entry that the index still has of a request that ended is passed over, and its vendor is not read", async () => {
	const ended = await raised(world);
	const entries = [...(await tableContents(world))].filter(([key]) =>
		key.includes(`#INBOX#u-1 OPEN#${ended}`),
	);
	await cancel(world, ended);
	await batchPut(
		world.table,
		entries.map(([, item]) => item as Item & Key),
	);
	expect(entries).toHaveLength(1);
	const read = () => world.get("/v1.0/approval", "limit=1", { key: "u-1" });
	expect((await read()).body.data.items).toMatchObject([
		{ paymentRequestId: id },
	]);
	await cancel(world, id);
	expect(await meter(read)).toMatchObject({
		operations: ["Query", "BatchGetItem"],
	});
});

it("performance: a page of the history takes 2 calls, and reads one item more than it shows", async () => {
	// An item has 4 KB.
	const body = { note: "😀".repeat(1_000) };
	for (const key of ["u-1", "u-2", "u-3"])
		await decide(world, id, key, { body });
	const path = `/v1.0/payment/request/${id}/history`;
	const whole = await meter(() => world.get(path));
	expect(whole).toMatchObject({
		operations: ["BatchGetItem", "Query"],
		roundTrips: 2,
	});
	const short = await meter(() => world.get(path, "limit=1"));
	expect(short).toMatchObject({ readUnits: whole.readUnits - 1 });
});

it("performance: a decision whose answer is lost is looked for with 2 calls", async () => {
	world.skipPauses();
	world.addFault({
		...{ operation: "TransactWriteItems", times: 1 },
		effect: loseAnswer(),
	});
	expect(await meter(() => decide(world, id, "u-1"))).toMatchObject({
		operations: ["Query", "TransactWriteItems", "Query", "GetItem"],
	});
});

it("A1: the largest transition has at most 60 items, and reads no other round and no history", async () => {
	const approvers = approverIds(20);
	const stages = Array.from({ length: 10 }, () => ({
		approvers,
		requires: "ANY" as const,
	}));
	await importLater(world, acmeWithStages(stages, { userCount: 20 }));
	const body = { ...advance, purchaseOrderLinkId: "po-2" };
	const items: number[] = [];
	world.addFault({
		operation: "TransactWriteItems",
		effect: (call, forward) => {
			items.push(JSON.parse(call.body.toString()).TransactItems.length);
			return forward(call);
		},
	});
	const large = await raised(world, body);
	for (let stage = 0; stage < 9; stage++)
		await decide(world, large, "u-7", { body: { stage } });
	await decide(world, large, "u-7", { body: { ...giveBack, stage: 9 } });
	const moved = { ...advance, purchaseOrderLinkId: "po-1" };
	await cancel(world, id);
	const again = await resubmit(world, large, { body: moved, ifMatch: 11 });
	expect(again.status).toBe(200);
	const one = { round: 2 };
	const decision = await meter(() =>
		decide(world, large, "u-3", { body: one }),
	);
	// The request and ten stages of the present round.
	expect(decision.readUnits).toBeLessThanOrEqual(11);
	expect((await cancel(world, large)).status).toBe(200);
	const many = await raised(world, body);
	const rejection = await decide(world, many, "u-1", { body: reject });
	expect(rejection.status).toBe(200);
	// Request, history, two stages, twenty entries of inboxes that close and twenty that open.
	expect(Math.max(...items)).toBe(44);
});
