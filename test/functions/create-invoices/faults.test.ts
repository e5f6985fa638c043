import { beforeEach, describe, expect, it } from "vitest";
import { toInvoiceId } from "../../../shared/invoices/invoice-id.ts";
import {
	answerBytes,
	lambdaAnswerMaxBytes,
} from "../../support/answer-bytes.ts";
import {
	before,
	failBefore,
	heldBack,
	loseAnswer,
	throttle,
} from "../../support/aws-gateway/faults/effects.ts";
import type { Effect, Fault } from "../../support/aws-gateway/faults/faults.ts";
import { statementOutcomes } from "../../support/call-outcomes.ts";
import {
	acmeWithVendors,
	createInvoice,
	createInvoices,
	newInvoice,
	patchInvoice,
	storedInvoice,
	storedInvoices,
} from "../../support/created-invoices.ts";
import { logged } from "../../support/logged.ts";
import { startProcess } from "../../support/service-process.ts";
import { useWorld } from "../../support/use-world.ts";

const world = useWorld(acmeWithVendors);
beforeEach(() => world.skipPauses());
beforeEach(async () => {
	// The first request caches the API key.
	await createInvoice(world, { invoiceNumber: "FIRST" });
});

const fault = (effect: Effect, options: Partial<Fault> = {}) =>
	world.addFault({ operation: "BatchExecuteStatement", effect, ...options });

const someInvoices = (count: number) =>
	Array.from({ length: count }, (_, index) =>
		newInvoice({ invoiceNumber: `N-${index}`, amount: index + 1 }),
	);

const idOf = (index: number) => toInvoiceId("v-1", `N-${index}`);

/** A call with the statement that creates the invoice with this number. */
const creates = (index: number) => (body: unknown) =>
	JSON.stringify(body).includes(idOf(index));

async function expectStored(indexes: number[]) {
	const ids = indexes.map(idOf);
	expect(await storedInvoices(world, ids)).toMatchObject(
		indexes.map((index) => ({ amount: `${index + 1}`, version: 1 })),
	);
}

const all = (count: number) => [...Array(count).keys()];

describe("R5: with any outcome of a call, each invoice is created once, and reported as created", () => {
	it.each(statementOutcomes)("%s", async (_, effect) => {
		fault(effect, { times: 2 });
		const { status, body } = await createInvoices(world, someInvoices(30));
		expect(status).toBe(200);
		expect(body.data).toMatchObject({ successCount: 30, failed: [] });
		await expectStored(all(30));
	});

	it("a lost answer, and a patch before it is looked up", async () => {
		fault(
			before(() => patchInvoice(world, idOf(0), { state: "VOID" })),
			{ operation: "BatchGetItem", matches: creates(0), times: 1 },
		);
		fault(loseAnswer(), { matches: creates(0), times: 1 });
		const { body } = await createInvoices(world, someInvoices(1));
		expect(body.data).toMatchObject({ successCount: 1, failed: [] });
	});

	it("a write that lands after it was given up changes nothing", async () => {
		const late = heldBack();
		fault(late.effect, { times: 1 });
		const { body } = await createInvoices(world, someInvoices(1));
		expect(body.data.successCount).toBe(1);
		await patchInvoice(world, idOf(0), { state: "APPROVED" });
		expect(await late.land()).toBe(1);
		expect(await storedInvoice(world, idOf(0))).toMatchObject({
			state: "APPROVED",
			version: 2,
		});
	});
});

describe("R5: NOT_STORED says that a retry is safe, and does not affect the other invoices", () => {
	const notStored = (index: number, error: string) => ({
		invoiceNumber: `N-${index}`,
		vendorId: "v-1",
		code: "NOT_STORED",
		error,
		id: null,
	});

	it("when the store is too busy to the last, and repeated entries share its fate", async () => {
		const busy = fault(throttle(), { matches: creates(29) });
		const { status, body } = await createInvoices(world, [
			...someInvoices(30),
			newInvoice({ invoiceNumber: "n-29", amount: 7 }),
		]);
		expect(status).toBe(200);
		expect(body.data).toMatchObject({ successCount: 25, failureCount: 6 });
		const last = notStored(
			29,
			"The service is busy and did not create this invoice; it is safe to retry",
		);
		expect(body.data.failed.slice(4)).toEqual([
			last,
			{ ...last, invoiceNumber: "n-29" },
		]);
		await expectStored(all(25));
		busy.remove();
		const again = await createInvoices(world, someInvoices(30));
		expect(again.body.data).toMatchObject({ successCount: 5 });
		await expectStored(all(30));
	});

	it("when neither its answer nor its record arrives, and repeated entries share its fate", async () => {
		fault(loseAnswer());
		fault(failBefore(), { operation: "BatchGetItem", matches: creates(0) });
		const twice = [...someInvoices(1), ...someInvoices(1)];
		const { status, body } = await createInvoices(world, twice);
		expect(status).toBe(200);
		const unknown = notStored(
			0,
			"The service could not determine whether this invoice was created; it is safe to retry",
		);
		expect(body.data.failed).toEqual([unknown, unknown]);
		const message = "It could not be read whether records were created";
		expect(logged(world, message)).toMatchObject([
			{ level: "WARN", error: { name: "InternalServerError" } },
		]);
		world.gateway.faults.clear();
		const again = await createInvoices(world, twice);
		expect(again.body.data.failed).toMatchObject([
			{ code: "INVOICE_EXISTS", id: idOf(0) },
			{ code: "INVOICE_EXISTS", id: idOf(0) },
		]);
		await expectStored([0]);
	});

	it("when vendors cannot be read: 500, and nothing is created", async () => {
		fault(failBefore(), { operation: "BatchGetItem" });
		const { status, body } = await createInvoices(world, someInvoices(1));
		expect(status).toBe(500);
		expect(body.error.code).toBe("INTERNAL_ERROR");
		await expectStored([]);
	});
});

it("R5: created invoices are reported even if the vendor ids of the others are too long for the answer", async () => {
	const unknown = Array.from({ length: 99 }, (_, index) =>
		newInvoice({ vendorId: `${'"'.repeat(29_000)}${index}` }),
	);
	const answer = await createInvoices(world, [...unknown, newInvoice()]);
	expect(answer.body.data).toMatchObject({ successCount: 1, failureCount: 99 });
	expect(answerBytes(answer)).toBeLessThan(lambdaAnswerMaxBytes);
});

it("R5: an invoice that someone creates in between is theirs, with any outcome of our answer", async () => {
	const theirs = newInvoice({ invoiceNumber: "n-0", amount: 9 });
	const matches = (body: unknown) => creates(0)(body);
	fault(
		before(() => createInvoices(world, [theirs])),
		{ times: 1, matches },
	);
	fault(loseAnswer(), { times: 1, matches });
	const { body } = await createInvoices(world, someInvoices(1));
	expect(body.data.failed).toMatchObject([
		{ code: "INVOICE_EXISTS", id: idOf(0) },
	]);
	expect(await storedInvoice(world, idOf(0))).toMatchObject({
		invoiceNumber: "n-0",
		amount: "9",
	});
});

describe("R5: a function killed at any call, and its request sent again, create each invoice once", () => {
	it.each(["before", "after"] as const)("%s the call", async (when) => {
		const invoices = someInvoices(30);
		const send = (options = {}) => createInvoices(world, invoices, options);
		for (let call = 1; ; call++) {
			await world.reopen();
			const process = startProcess(world, { call, when, what: "die" });
			await send({ process });
			if (!process.isDead()) break;
			const { body } = await send();
			expect(body.data.successCount + body.data.failureCount).toBe(30);
			for (const { code } of body.data.failed)
				expect(code).toBe("INVOICE_EXISTS");
			await expectStored(all(30));
		}
	});
});
