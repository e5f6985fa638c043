import { describe, expect, it } from "vitest";
import { acme, payableInvoices } from "../support/acme.ts";
import { conflict } from "../support/aws-gateway/faults/effects.ts";
import {
	batchMin,
	expectSettled,
	resourcesOf,
	startBatch,
	sweep,
	workOff,
} from "../support/batches.ts";
import { pay } from "../support/pay.ts";
import { useWorld } from "../support/use-world.ts";

/** DynamoDB answers these conflicts for every Put, Update and Delete whose item a transaction has at that moment. */
const world = useWorld(() => acme({ invoices: payableInvoices(batchMin) }));

const conflictTwice = (operation: string) =>
	world.addFault({
		operation,
		times: 2,
		effect: conflict(),
	});

describe("a write that meets a transaction on its item is retried", () => {
	it("5: the claim of an idempotency key", async () => {
		const met = conflictTwice("PutItem");
		expect((await pay(world, resourcesOf(1))).status).toBe(200);
		expect(met.hits).toBe(2);
	});

	it("4.4 rule 4: the commit of a batch", async () => {
		const met = conflictTwice("UpdateItem");
		await startBatch(world, resourcesOf(batchMin));
		expect(met.hits).toBe(2);
	});

	it("the decision on a chunk, and its count", async () => {
		const slug = await startBatch(world, resourcesOf(batchMin));
		const decided = conflictTwice("PutItem");
		const counted = conflictTwice("UpdateItem");
		await workOff(world);
		expect([decided.hits, counted.hits]).toEqual([2, 2]);
		await expectSettled(world, slug, resourcesOf(batchMin));
		expect(await sweep(world)).toBe(0);
	});

	it("4.2: a purchase order", async () => {
		const met = conflictTwice("PutItem");
		const { status } = await world.post("/v1.0/procurement/purchase-order", {
			poNumber: "PO-1",
			poType: "GOODS",
			matchingType: "TWO_WAY",
			poDate: "2026-11-21",
			gstin: "27AAPFU0939F1ZV",
			lineItems: [{ identifier: "a", quantity: 1, rate: 1 }],
		});
		expect(status).toBe(200);
		expect(met.hits).toBe(2);
	});
});
