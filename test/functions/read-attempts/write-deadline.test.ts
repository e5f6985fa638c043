import { beforeEach, describe, expect, it } from "vitest";
import { payableInvoices } from "../../support/acme.ts";
import {
	after as afterwards,
	failBefore,
	heldBack,
	before as meanwhile,
} from "../../support/aws-gateway/faults/effects.ts";
import type { Effect } from "../../support/aws-gateway/faults/faults.ts";
import {
	batchMin,
	resourcesOf,
	sweep,
	sweepTimes,
} from "../../support/batches.ts";
import { invoiceState } from "../../support/invoices.ts";
import { passSeconds } from "../../support/pass-time.ts";
import { pay } from "../../support/pay.ts";
import { useWorld } from "../../support/use-world.ts";
import { serviceAccessKeyId } from "../../support/world.ts";
import {
	acmeWithAdvances,
	fullAdvance,
	raise,
	raisedAdvances,
} from "../vendor-advance/advances.ts";

const world = useWorld(() =>
	acmeWithAdvances({ invoices: payableInvoices(batchMin) }),
);
beforeEach(async () => {
	// From here on the API key is cached.
	await raise(world, {}, { idempotencyKey: null });
	world.gateway.meter.reset();
});

const pause = (seconds: number) => () => passSeconds(world, seconds);

const inject = (operation: string, effect: Effect, times = 1) =>
	world.addFault({
		operation,
		times,
		effect,
	});

const options = { idempotencyKey: "k" };
const payOne = () => pay(world, [{ slug: "inv-0", amount: 1 }], options);

const operations = () =>
	world.gateway.meter.read(serviceAccessKeyId).operations;

describe("R9: a request begins no write later than 25 s after its claim", () => {
	it("a payment whose invoice would have to be archived first is SKIPPED, and leaves the others alone", async () => {
		const large = { slug: "inv-0", amount: 1, narration: "😀".repeat(500) };
		await pay(
			world,
			Array.from({ length: 20 }, () => large),
		);
		inject("BatchGetItem", afterwards(pause(25.001)));
		const { status, body } = await pay(world, [
			{ slug: "inv-0", amount: 1 },
			{ slug: "none", amount: 1 },
		]);
		expect(status).toBe(422);
		expect(body.data.results).toEqual([
			{ slug: "inv-0", status: "SKIPPED", reason: "LOCK_HELD" },
			{ slug: "none", status: "ERROR", reason: "NOT_FOUND" },
		]);
	});

	it("a payment whose invoices were read too slowly is SKIPPED and is not sent", async () => {
		inject("BatchGetItem", afterwards(pause(25.001)));
		const answer = await payOne();
		expect(answer.status).toBe(422);
		expect(answer.body.data.results).toEqual([
			{ slug: "inv-0", status: "SKIPPED", reason: "LOCK_HELD" },
		]);
		expect(operations()).toEqual(["PutItem", "BatchGetItem"]);
		passSeconds(world, 305);
		const { body } = await world.getAttempt("mark-as-paid", "k");
		expect(body.data).toMatchObject({
			status: "SETTLED",
			results: [{ status: "NOT_RECORDED" }],
		});
	});

	it("a payment that begins exactly at 25 s is made", async () => {
		inject("BatchGetItem", afterwards(pause(25)));
		expect((await payOne()).status).toBe(200);
	});

	it("a payment that was not answered in time is neither sent again nor fenced: the answer is 500, and the attempt shows the outcome", async () => {
		inject("BatchExecuteStatement", async (call, forward) => {
			await forward(call);
			passSeconds(world, 26);
			return "disconnected";
		});
		// Read back it is there: no write is needed to know.
		expect((await payOne()).status).toBe(200);

		inject("BatchExecuteStatement", async () => {
			passSeconds(world, 26);
			return "disconnected";
		});
		const options = { idempotencyKey: "k-2" };
		const lost = [{ slug: "inv-1", amount: 1 }];
		world.gateway.meter.reset();
		expect((await pay(world, lost, options)).status).toBe(500);
		expect(
			operations().filter((operation) => operation === "BatchExecuteStatement"),
		).toHaveLength(1);
		expect((await invoiceState(world, "inv-1")).payments).toEqual([]);
	});

	it("a batch is not accepted: 500, and the sweeper gives the guard back", async () => {
		inject("BatchWriteItem", afterwards(pause(26)));
		const answer = await pay(world, resourcesOf(batchMin), options);
		expect(answer.status).toBe(500);
		expect(operations()).toEqual([
			"PutItem",
			"TransactWriteItems",
			"BatchWriteItem",
		]);
		passSeconds(world, 304);
		const { body } = await world.getAttempt("mark-as-paid", "k");
		expect(body.data).toMatchObject({
			status: "SETTLED",
			bulkActionSlug: null,
		});
		passSeconds(world, sweepTimes.abortAfterSeconds);
		await sweep(world);
		expect((await pay(world, resourcesOf(batchMin))).status).toBe(200);
	});

	it("a commit that is sent in time and arrives after its batch was aborted does not accept the batch", async () => {
		world.skipPauses();
		const late = heldBack();
		// The SDK sends the commit three times.
		inject("UpdateItem", late.effect, 3);
		const answer = await pay(world, resourcesOf(batchMin), options);
		expect(answer.status).toBe(500);
		expect(await late.land()).toBe(3);
		passSeconds(world, 330);
		const { body } = await world.getAttempt("mark-as-paid", "k");
		expect(body.data).toMatchObject({
			status: "SETTLED",
			bulkActionSlug: null,
		});
	});

	it("a write that is signed in time and delayed before it is sent is not sent: the check comes last", async () => {
		const table = world.connect("suspended");
		const suspend = (client: typeof table.documents) =>
			client.middlewareStack.add(
				(next, { commandName = "" }) =>
					(args) => {
						if (commandName === "BatchExecuteStatementCommand")
							passSeconds(world, 26);
						return next(args);
					},
				// This step comes after the signing.
				{ step: "finalizeRequest", priority: "normal", name: "suspended" },
			);
		suspend(table.documents);
		suspend(table.documentsNoRetry);
		const process = { table, send: world.queue.send };
		const { body } = await pay(world, [{ slug: "inv-0", amount: 1 }], {
			process,
		});
		expect(body.data.results).toEqual([
			{ slug: "inv-0", status: "SKIPPED", reason: "LOCK_HELD" },
		]);
		expect(world.gateway.meter.read("suspended").operations).not.toContain(
			"BatchExecuteStatement",
		);
	});

	it("the SDK repeats no write that has failed in time", async () => {
		// The commit.
		inject("UpdateItem", meanwhile(pause(26)));
		inject("UpdateItem", failBefore());
		const answer = await pay(world, resourcesOf(batchMin), options);
		expect(answer.status).toBe(500);
		expect(
			operations().filter((operation) => operation === "UpdateItem"),
		).toHaveLength(1);
	});

	it("an advance is not created: 500, with nothing stored", async () => {
		inject("BatchGetItem", afterwards(pause(26)));
		expect((await raise(world, fullAdvance, options)).status).toBe(500);
		// What it refers to; whether it is there nevertheless.
		expect(operations()).toEqual(["PutItem", "BatchGetItem", "BatchGetItem"]);
		expect(await raisedAdvances(world)).toEqual([]);
	});
});
