import { expect, it } from "vitest";
import { acme, payableInvoices } from "../../support/acme.ts";
import { batchMin, workOff } from "../../support/batches.ts";
import { hidePaymentsPages } from "../../support/hide-payments-pages.ts";
import { invoiceState } from "../../support/invoices.ts";
import { meterCalls } from "../../support/meter-calls.ts";
import { passSeconds } from "../../support/pass-time.ts";
import { pay } from "../../support/pay.ts";
import { reverse } from "../../support/reversals.ts";
import { useWorld } from "../../support/use-world.ts";
import { page, walk } from "./records.ts";

const path = "/v1.0/invoice/inv-0/payments";

const world = useWorld(() => acme({ invoices: payableInvoices(1, 100_000) }));

/** Pays so many times in one request, a second after the one before. */
async function payTimes(
	count: number,
	more: object = {},
	idempotencyKey?: string,
) {
	passSeconds(world, 1);
	const { body } = await pay(
		world,
		Array.from({ length: count }, () => ({
			slug: "inv-0",
			amount: 0.1,
			...more,
		})),
		idempotencyKey === undefined ? {} : { idempotencyKey },
	);
	expect(body.data.status).toBe("DONE");
}

/** As much text as a payment may have: a few of them fill a page. */
const large = { narration: "😀".repeat(500) };

it("R5: a payment with everything, and one with nothing that is optional", async () => {
	await payTimes(
		1,
		{ utr: "UTR-1", narration: "First", paymentDate: "2026-11-01" },
		"k-1",
	);
	await payTimes(1, {}, "k-2");
	const { items } = await page(world, path);
	const shared = {
		id: expect.stringMatching(/^[0-9A-Z]{26}-0$/),
		amount: 0.1,
		accountingSyncState: "SKIPPED",
		userId: "u-admin",
		keyId: expect.stringMatching(/^key_/),
		bulkActionSlug: null,
		reversedAt: null,
		reversedBy: null,
		reversalReason: null,
	};
	expect(items).toEqual([
		{
			...shared,
			utr: null,
			narration: null,
			paymentDate: "2026-11-21",
			createdAt: "2026-11-21T10:00:02.000Z",
			idempotencyKey: "k-2",
		},
		{
			...shared,
			utr: "UTR-1",
			narration: "First",
			paymentDate: "2026-11-01",
			createdAt: "2026-11-21T10:00:01.000Z",
			idempotencyKey: "k-1",
		},
	]);
});

it("R5: the newest first, of one request the last recorded first", async () => {
	await payTimes(3);
	await payTimes(2);
	const { items } = await page(world, path);
	expect(items.map(({ id }) => id.split("-")[1])).toEqual([
		"1",
		"0",
		"2",
		"1",
		"0",
	]);
	const instants = items.map(({ createdAt }) => createdAt);
	expect(instants).toEqual([...instants].sort().reverse());
});

it("R5: the payments of a batch name it, and the key of its request", async () => {
	const resources = Array.from({ length: batchMin }, () => ({
		slug: "inv-0",
		amount: 0.5,
	}));
	const sent = { idempotencyKey: "k-batch" };
	const batch = (await pay(world, resources, sent)).body.data.bulkActionSlug;
	await workOff(world);
	const items = await walk(world, path, { limit: "100" });
	expect(items.map(({ id }) => id)).toEqual(
		Array.from(
			{ length: batchMin },
			(_, index) => `${batch}-${batchMin - 1 - index}`,
		),
	);
	for (const item of items)
		expect(item).toMatchObject({
			...{ bulkActionSlug: batch, idempotencyKey: "k-batch" },
			keyId: expect.stringMatching(/^key_/),
		});
});

it("R5: an invoice without payments has an empty list", async () => {
	expect(await page(world, path)).toEqual({ items: [], nextCursor: null });
});

it("R5: payments that were moved to pages follow, the last page first", async () => {
	for (let round = 0; round < 6; round++) await payTimes(9, large);
	const { paymentPages, payments } = await invoiceState(world, "inv-0");
	expect(paymentPages).toBeGreaterThan(1);
	const newestFirst = payments.map(({ id }) => id).reverse();
	expect(newestFirst).toHaveLength(54);
	for (const limit of ["1", "7", "54", "100"]) {
		const found = await walk(world, path, { limit });
		expect(found.map(({ id }) => id)).toEqual(newestFirst);
	}
});

it("R5: a page reads as many payments pages as it shows, and no reversals where there are none", async () => {
	for (let round = 0; round < 3; round++) await payTimes(20, large);
	const operationsOf = async (limit: string) => {
		const reading = await meterCalls(world, () => page(world, path, { limit }));
		expect(reading.answer.items).toHaveLength(Number(limit));
		const isLast = reading.answer.nextCursor === null;
		return { isLast, operations: reading.operations.join() };
	};
	expect(await operationsOf("20")).toEqual({
		isLast: false,
		operations: "BatchGetItem",
	});
	expect(await operationsOf("40")).toEqual({
		isLast: false,
		operations: "BatchGetItem,BatchGetItem",
	});
	expect(await operationsOf("60")).toEqual({
		isLast: true,
		operations: "BatchGetItem,BatchGetItem,BatchGetItem",
	});
	const [{ id: paymentId }] = (await walk(world, path)).slice(20);
	// Moves the payments that are in the invoice to a page, too.
	await reverse(world, { slug: "inv-0", paymentId });
	expect(await operationsOf("60")).toEqual({
		isLast: true,
		operations: "BatchGetItem,BatchGetItem,BatchGetItem,Query,BatchGetItem",
	});
});

it("R5: a page that is not visible yet is read again; its payments are never left out", async () => {
	for (let round = 0; round < 3; round++) await payTimes(9, large);
	const before = await walk(world, path);
	const hidden = hidePaymentsPages(world, { times: 2 });
	expect(await walk(world, path)).toEqual(before);
	expect(hidden.hits).toBe(2);
});

it("R1: while others pay and move payments, a walk shows each payment that was there exactly once", async () => {
	for (let round = 0; round < 3; round++) await payTimes(9, large);
	const before = (await invoiceState(world, "inv-0")).payments.map(
		({ id }) => id,
	);
	let rounds = 0;
	const found = await walk(world, path, { limit: "4" }, async () => {
		rounds += 1;
		await payTimes(9, large);
	});
	expect(rounds).toBeGreaterThan(4);
	expect(found.map(({ id }) => id)).toEqual(before.reverse());
});

it("R5: the invoice names its last payment as its last change, even when it was moved", async () => {
	for (let round = 0; round < 3; round++) await payTimes(9, large);
	const lastPaid = world.time.now.toISOString();
	// A caller who pays next moves what has grown too large, and then may not pay.
	passSeconds(world, 60);
	await world.post("/v1.0/payment/mark-as-paid", {
		resourceType: "INVOICE",
		resources: [{ slug: "inv-0", amount: 1e9 }],
	});
	const { payments, paymentPages } = await invoiceState(world, "inv-0");
	expect({ count: payments.length, paymentPages }).toEqual({
		count: 27,
		paymentPages: expect.any(Number),
	});
	const { body } = await world.get("/v1.0/invoice/inv-0");
	expect(body.data).toMatchObject({
		updatedAt: lastPaid,
		updatedBy: { userId: "u-admin", keyId: expect.stringMatching(/^key_/) },
	});
});
