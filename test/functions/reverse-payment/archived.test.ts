import { expect, it } from "vitest";
import { itemBytes } from "../../../shared/dynamodb/item-size.ts";
import { jsonAnswer } from "../../../tools/local/aws-gateway/aws-error.ts";
import { payableInvoices } from "../../support/acme.ts";
import { before as actBefore } from "../../support/aws-gateway/faults/effects.ts";
import { acmeWithVendors } from "../../support/created-invoices.ts";
import { exportOrganization } from "../../support/export-organization.ts";
import { hidePaymentsPages } from "../../support/hide-payments-pages.ts";
import { invoiceState } from "../../support/invoices.ts";
import { passSeconds } from "../../support/pass-time.ts";
import { pay } from "../../support/pay.ts";
import {
	balancedInvoice,
	paymentsOf,
	reverse,
} from "../../support/reversals.ts";
import { tableContents } from "../../support/table-contents.ts";
import { useWorld } from "../../support/use-world.ts";
import { largePayments, payPages, archivedSlug as slug } from "./archived.ts";

const world = useWorld(() =>
	acmeWithVendors({ invoices: payableInvoices(1, 1_000) }),
);

const longest = { reason: "😀".repeat(500) };

it("C1: an archived payment is reversed like others; a repetition is answered with its record", async () => {
	const [[first = "", second = ""] = []] = await payPages(world, 2);
	const before = await paymentsOf(world, slug);
	const answer = await reverse(world, { slug, paymentId: second });
	expect(answer).toMatchObject({
		status: 200,
		body: {
			data: {
				...before.find(({ id }) => id === second),
				reversedAt: world.time.now.toISOString(),
				reversedBy: { userId: "u-admin" },
				reversalReason: "Wrong invoice",
			},
		},
	});
	const listed = await paymentsOf(world, slug);
	expect(listed).toEqual(
		before.map((one) => (one.id === second ? answer.body.data : one)),
	);
	const contents = await tableContents(world);
	const again = await reverse(world, { slug, paymentId: second }, longest);
	expect(again).toMatchObject({ status: 200, body: answer.body });
	expect(await tableContents(world)).toEqual(contents);
	passSeconds(world, 1);
	await reverse(world, { slug, paymentId: first });
	expect(await balancedInvoice(world, slug)).toMatchObject({
		paid: "19.5",
		reversed: 2,
	});
	const { body } = await world.get(`/v1.0/invoice/${slug}`);
	expect(body.data.updatedAt).toBe(world.time.now.toISOString());
});

it("C1: a payment is found behind one of a request up to 330 s older, which was recorded after it", async () => {
	await pay(world, largePayments(20));
	const [{ id: paymentId }] = await paymentsOf(world, slug);
	passSeconds(world, -330);
	for (const count of [20, 1]) await pay(world, largePayments(count));
	expect(await invoiceState(world, slug)).toMatchObject({ paymentPages: 2 });
	passSeconds(world, 330);
	expect((await reverse(world, { slug, paymentId })).status).toBe(200);
});

it("C1: 100 payments of 3 KB in one page, all reversed with the longest reason: no item exceeds the store's size", async () => {
	const [page = []] = await payPages(world, 1, 100);
	for (const paymentId of page)
		await reverse(world, { slug, paymentId }, longest);
	expect(await balancedInvoice(world, slug)).toMatchObject({
		due: "999.5",
		reversed: 100,
	});
	const sizes = [...(await tableContents(world)).values()].map(itemBytes);
	expect(Math.max(...sizes)).toBeLessThan(400 * 1024);
	expect(await pay(world, largePayments(1))).toMatchObject({ status: 200 });
});

it("C1: the same in the invoice: the first reversal moves them to a page", async () => {
	await pay(world, largePayments(100));
	const [{ id: paymentId }] = await paymentsOf(world, slug);
	await reverse(world, { slug, paymentId }, longest);
	expect(await invoiceState(world, slug)).toMatchObject({ paymentPages: 1 });
	expect(await balancedInvoice(world, slug)).toMatchObject({
		due: "950.5",
		reversed: 1,
	});
});

it("C1: small payments with the longest reasons are moved to pages like large payments", async () => {
	await pay(
		world,
		Array.from({ length: 60 }, () => ({ slug, amount: 0.1 })),
	);
	const payments = await paymentsOf(world, slug);
	for (const { id } of payments)
		await reverse(world, { slug, paymentId: id }, longest);
	expect(await balancedInvoice(world, slug)).toMatchObject({ reversed: 60 });
	const sizes = [...(await tableContents(world)).values()].map(itemBytes);
	expect(Math.max(...sizes)).toBeLessThan(50 * 1024);
	const after = await paymentsOf(world, slug);
	expect(after.map(({ id }) => id)).toEqual(payments.map(({ id }) => id));
});

it("C1: a payment that was reversed before it was archived stays reversed", async () => {
	await pay(world, [{ slug, amount: 1 }]);
	const [{ id }] = await paymentsOf(world, slug);
	const { body } = await reverse(world, { slug, paymentId: id });
	await payPages(world, 1);
	const listed = await paymentsOf(world, slug);
	expect(listed.at(-1)).toEqual(body.data);
	expect(await reverse(world, { slug, paymentId: id }, longest)).toMatchObject({
		status: 200,
		body,
	});
	expect(await balancedInvoice(world, slug)).toMatchObject({ reversed: 1 });
});

it("C1: exports show reversals, of payments in several pages and others", async () => {
	const archived = (await payPages(world, 2)).map(([first]) => first);
	const [recent] = await paymentsOf(world, slug);
	const ids = [...archived, recent.id];
	for (const paymentId of ids) await reverse(world, { slug, paymentId });
	const { invoices } = await exportOrganization(world.table, "acme");
	const [{ payments }] = invoices as [{ payments: { id: string }[] }];
	expect(payments).toHaveLength(41);
	const reversed = {
		reversedAt: world.time.now.toISOString(),
		reversedBy: { userId: "u-admin", keyId: expect.stringMatching(/^key_/) },
		reversalReason: "Wrong invoice",
	};
	for (const payment of payments)
		expect(payment).toMatchObject(
			ids.includes(payment.id)
				? reversed
				: { reversedAt: null, reversedBy: null, reversalReason: null },
		);
});

it("C1: a page that is not visible yet is read again; it is never PAYMENT_NOT_FOUND", async () => {
	const [[paymentId = ""] = []] = await payPages(world, 1);
	const hidden = hidePaymentsPages(world, { times: 2 });
	expect((await reverse(world, { slug, paymentId })).status).toBe(200);
	expect(hidden.hits).toBe(2);
});

/** Makes the next calls that name reversals answer this. */
const answering = (operation: string, answer: object, times = 1) =>
	world.addFault({
		operation,
		matches: (body) => JSON.stringify(body).includes("REVERSAL#"),
		times,
		effect: async () => jsonAnswer(200, answer),
	});

it("C1: a reversal that is not visible yet is not written again", async () => {
	const [[paymentId = "", other = ""] = []] = await payPages(world, 1);
	await reverse(world, { slug, paymentId: other });
	const first = await reverse(world, { slug, paymentId });
	const hidden = answering("GetItem", {});
	expect(await reverse(world, { slug, paymentId }, longest)).toMatchObject({
		status: 200,
		body: first.body,
	});
	expect(hidden.hits).toBe(1);
	expect(await balancedInvoice(world, slug)).toMatchObject({ reversed: 2 });
});

it("C1: a list whose reversals stay invisible is a 500: no reversed payment is shown as one that counts", async () => {
	const [[paymentId = ""] = []] = await payPages(world, 1);
	await reverse(world, { slug, paymentId });
	world.skipPauses();
	const hidden = answering("Query", { Items: [], Count: 0 }, 1_000);
	const { status } = await world.get(`/v1.0/invoice/${slug}/payments`);
	expect(status).toBe(500);
	expect(hidden.hits).toBeGreaterThan(1);
});

it("C1: a list has the reversals that its invoice counts: no fewer, and none that is later", async () => {
	const [[paymentId = "", other = ""] = []] = await payPages(world, 1);
	await reverse(world, { slug, paymentId });
	const before = await paymentsOf(world, slug);
	const hidden = answering("Query", { Items: [], Count: 0 });
	expect(await paymentsOf(world, slug)).toEqual(before);
	expect(hidden.hits).toBe(1);
	world.addFault({
		operation: "Query",
		times: 1,
		effect: actBefore(() => reverse(world, { slug, paymentId: other })),
	});
	expect(await paymentsOf(world, slug)).toEqual(before);
	const after = await paymentsOf(world, slug);
	expect(after.filter(({ reversedAt }) => reversedAt !== null)).toHaveLength(2);
});
