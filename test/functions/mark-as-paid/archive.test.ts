import { afterEach, beforeEach, expect, it } from "vitest";
import { disconnected } from "../../../local/aws-gateway/aws-call.ts";
import {
	conflict,
	failAfter,
	failBefore,
	loseAnswer,
} from "../../../local/aws-gateway/effects.ts";
import { acme, payableInvoices } from "../../support/acme.ts";
import { invoiceState } from "../../support/invoices.ts";
import {
	openWorld,
	serviceAccessKeyId,
	type World,
} from "../../support/world.ts";

let world: World;
beforeEach(async () => {
	world = await openWorld();
	await world.import(acme({ invoices: payableInvoices(2, 1_000) }));
});
afterEach(() => world[Symbol.asyncDispose]());

/** Payments as large as they come: a hundred of them fill an invoice ten times over. */
const pay = (count: number) =>
	world.post("/v1.0/payment/mark-as-paid", {
		resourceType: "INVOICE",
		resources: Array.from({ length: count }, (_, index) => ({
			slug: "inv-0",
			amount: 0.01,
			narration: "😀".repeat(500),
			utr: `${"😀".repeat(60)}${index}`,
		})),
	});

it("decisions: an invoice may have any number of partial payments; the older ones move to pages", async () => {
	for (let round = 0; round < 6; round++) {
		expect((await pay(100)).status).toBe(200);
	}
	const state = await invoiceState(world, "inv-0");
	expect(state).toMatchObject({ due: "994", paid: "6", paymentPages: 5 });
	expect(state.payments).toHaveLength(600);
	expect(new Set(state.payments.map(({ id }) => id)).size).toBe(600);
});

it("an archived invoice is small again: its next payment costs what a first one does", async () => {
	await pay(100);
	await pay(1);
	world.gateway.meter.reset();
	expect((await pay(1)).status).toBe(200);
	const { writeUnits } = world.gateway.meter.read(serviceAccessKeyId);
	expect(writeUnits).toBeLessThanOrEqual(1 + 7);
});

it.each([
	["fails", failBefore()],
	["conflicts with another transaction", conflict()],
	["takes effect, but its answer is lost", loseAnswer()],
	["takes effect, but reports an error", failAfter()],
])("a move that %s loses and repeats nothing", async (_, effect) => {
	await pay(100);
	world.gateway.faults.add({
		accessKeyId: serviceAccessKeyId,
		operation: "TransactWriteItems",
		times: 1,
		effect,
	});
	expect((await pay(1)).status).toBe(200);
	const state = await invoiceState(world, "inv-0");
	expect(state).toMatchObject({ due: "998.99", paid: "1.01" });
	expect(state.payments).toHaveLength(101);
});

it("a payment moved to a page by somebody else before its answer was read is found there", async () => {
	// Just below what makes an invoice overgrown.
	await pay(13);
	let isFirst = true;
	world.gateway.faults.add({
		accessKeyId: serviceAccessKeyId,
		operation: "BatchExecuteStatement",
		effect: async (call, forward) => {
			if (!isFirst) return forward(call);
			isFirst = false;
			await forward(call);
			// Another request archives what the first, which gets no answer, has just written.
			await pay(1);
			return disconnected;
		},
	});
	const answer = await pay(1);
	expect(answer.status).toBe(200);
	const state = await invoiceState(world, "inv-0");
	expect(state.payments).toHaveLength(15);
	expect(state.paymentPages).toBe(1);
});
