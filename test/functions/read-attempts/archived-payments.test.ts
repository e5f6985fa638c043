import { expect, it } from "vitest";
import { acme, payableInvoices } from "../../support/acme.ts";
import { before } from "../../support/aws-gateway/faults/effects.ts";
import { batchMin, workOff } from "../../support/batches.ts";
import { hidePaymentsPages } from "../../support/hide-payments-pages.ts";
import { invoiceState } from "../../support/invoices.ts";
import { logged } from "../../support/logged.ts";
import { passSeconds } from "../../support/pass-time.ts";
import { pay } from "../../support/pay.ts";
import { useWorld } from "../../support/use-world.ts";
import { serviceAccessKeyId } from "../../support/world.ts";

const world = useWorld(() => acme({ invoices: payableInvoices(3, 1_000) }));

/** So many payments of one invoice that the next request moves them to a page. */
const fill = (slug = "inv-0", count = 20) =>
	pay(
		world,
		Array.from({ length: count }, () => ({
			slug,
			amount: 0.01,
			narration: "😀".repeat(500),
		})),
	);

/** Until the invoice has so many pages. */
async function fillPages(pages: number, slug = "inv-0") {
	while ((await invoiceState(world, slug)).paymentPages < pages)
		await fill(slug);
}

const ask = async () => (await world.getAttempt("mark-as-paid", "k")).body.data;

const resources = [
	{ slug: "inv-0", amount: 1 },
	{ slug: "inv-1", amount: 1 },
	{ slug: "inv-0", amount: 2 },
	{ slug: "inv-2", amount: 1_001 },
];

const asPaid = ["RECORDED", "RECORDED", "RECORDED", "NOT_RECORDED"];
const statuses = (data: { results: { status: string }[] }) =>
	data.results.map(({ status }) => status);

it("R9: payments that were archived meanwhile are found in their pages, however many payments followed", async () => {
	await pay(world, resources, { idempotencyKey: "k" });
	const before = await ask();
	expect(statuses(before)).toEqual(asPaid);
	await fillPages(4);
	await fillPages(1, "inv-1");
	expect(await ask()).toEqual(before);
});

it("R9: pages are read backwards, the newest first, and none before the one in which the payment is", async () => {
	await fillPages(3);
	await pay(world, resources, { idempotencyKey: "k" });
	await fillPages(6);
	world.gateway.meter.reset();
	expect(statuses(await ask())).toEqual(asPaid);
	// The claim; the invoices; the newest page, and the one before it.
	expect(world.gateway.meter.read(serviceAccessKeyId).operations).toEqual([
		"Query",
		"BatchGetItem",
		"BatchGetItem",
		"BatchGetItem",
	]);
});

it("R9: a payment that was never recorded is not looked for before the attempt: older payments end the search", async () => {
	await fillPages(5);
	passSeconds(world, 331);
	const tooMuch = [{ slug: "inv-0", amount: 1_001 }];
	await pay(world, tooMuch, { idempotencyKey: "k" });
	world.gateway.meter.reset();
	expect(statuses(await ask())).toEqual(["NOT_RECORDED"]);
	const meter = world.gateway.meter.read(serviceAccessKeyId);
	expect(meter.operations).toEqual(["Query", "BatchGetItem", "BatchGetItem"]);
});

it("R9: a payment that was claimed before the attempt and recorded after it does not end the search", async () => {
	await pay(world, [{ slug: "inv-2", amount: 1 }]);
	world.addFault({
		operation: "BatchGetItem",
		times: 1,
		effect: before(async () => {
			passSeconds(world, 10);
			await pay(world, resources, { idempotencyKey: "k" });
			await fill();
		}),
	});
	expect((await pay(world, [{ slug: "inv-0", amount: 5 }])).status).toBe(200);
	const { payments, paymentPages } = await invoiceState(world, "inv-0");
	expect(paymentPages).toBe(1);
	expect(payments.at(-1)?.amount.toNumber()).toBe(5);
	expect(statuses(await ask())).toEqual(asPaid);
});

it("R9: payments of batches do not end the search: one may be recorded long after it was decided", async () => {
	const filling = Array.from({ length: batchMin }, (_, index) => ({
		slug: "inv-0",
		amount: 0.01,
		...(index < 100 && { narration: "😀".repeat(500) }),
	}));
	expect((await pay(world, filling)).status).toBe(200);
	// The chunk is decided before the attempt, and recorded after it.
	const decidedAt = world.time.now;
	passSeconds(world, 600);
	await pay(world, resources, { idempotencyKey: "k" });
	const askedAt = world.time.now;
	await fill();
	world.time.now = decidedAt;
	await workOff(world);
	world.time.now = askedAt;
	await fill();
	expect(await invoiceState(world, "inv-0")).toMatchObject({ paymentPages: 2 });
	expect(statuses(await ask())).toEqual(asPaid);
});

it("R9: a page that is not visible yet is read again; it is never taken for a payment that was not recorded", async () => {
	await pay(world, resources, { idempotencyKey: "k" });
	const before = await ask();
	await fillPages(1);
	const hidden = hidePaymentsPages(world, { times: 2 });
	expect(await ask()).toEqual(before);
	expect(hidden.hits).toBe(2);
});

it("R9: a page that stays invisible is a 500, not an answer", async () => {
	await pay(world, resources, { idempotencyKey: "k" });
	await fillPages(1);
	world.skipPauses();
	hidePaymentsPages(world, { times: 1_000 });
	const { status, body } = await world.getAttempt("mark-as-paid", "k");
	expect(status).toBe(500);
	expect(body).toMatchObject({ error: { code: "INTERNAL_ERROR" } });
	const message = "A page of archived payments could not be read";
	expect(logged(world, "Request failed")).toMatchObject([
		{ error: { message } },
	]);
});
