import type { DynamoDBRecord } from "aws-lambda";
import { expect, it } from "vitest";
import { markSent } from "../../../shared/batches/batches.store.ts";
import type {
	DetailType,
	ServiceEvent,
} from "../../../shared/events/service-event.ts";
import { findInvoices } from "../../../shared/invoices/invoices.store.ts";
import { archivePayments } from "../../../shared/invoices/item/archive-payments.store.ts";
import { fencePostings } from "../../../shared/payments/fence-postings.store.ts";
import type { DeliveredEvent } from "../../../tools/local/notifications/outbox.ts";
import { payableInvoices } from "../../support/acme.ts";
import {
	batchMin,
	resourcesOf,
	startBatch,
	workOff,
} from "../../support/batches.ts";
import {
	acmeWithVendors,
	createInvoice,
	createInvoices,
	newInvoice,
	patchInvoice,
	payInvoice,
	storedInvoice,
} from "../../support/created-invoices.ts";
import { requireDocumentedEvent } from "../../support/event-schemas.ts";
import { allDone, deliverToPublisher } from "../../support/notify.ts";
import { passSeconds } from "../../support/pass-time.ts";
import { pay } from "../../support/pay.ts";
import { paymentsOf, reverse } from "../../support/reversals.ts";
import { createRun, discardRun, releaseRun } from "../../support/runs.ts";
import { recordsOf } from "../../support/stream-records.ts";
import { useWorld } from "../../support/use-world.ts";
import { payPages } from "../reverse-payment/archived.ts";

const file = acmeWithVendors({
	invoices: payableInvoices(1),
	purchaseOrders: [
		{
			id: "po-1",
			poNumber: "PO-1",
			vendorId: "v-1",
			state: "APPROVED",
			amount: 1_000,
		},
	],
	approvalPolicies: [
		{ name: "P".repeat(2_000), when: { minAmount: 5_000 }, stages: [] },
		{
			name: "Large",
			when: { minAmount: 500 },
			stages: [{ approvers: ["u-1", "u-2", "u-1"] }],
		},
		{ name: "Default", default: true, stages: [] },
	],
	procurementPolicy: { payers: ["u-admin"] },
	gstTaxes: [{ id: 1, name: "GST", rate: 18, rateType: "PERCENTAGE" }],
	tdsTaxes: [{ id: 2, name: "TDS", rate: 10, rateType: "PERCENTAGE" }],
});
file.users.push({ id: "u-other", name: "Other", role: "ADMIN" });
file.apiKeys.push({
	...{ key: "other", name: "Other", userId: "u-other" },
	permissions: ["invoices:write", "invoices:approve", "procurement:write"],
});
const world = useWorld(() => file);

/** The events that an action announces, each checked against its schema. */
async function announced(
	act: () => Promise<unknown>,
): Promise<DeliveredEvent[]> {
	const records = await recordsOf(world, act);
	const from = world.outbox.events.length;
	expect(await deliverToPublisher(world, records)).toEqual(allDone);
	const events = world.outbox.events.slice(from);
	for (const event of events) {
		requireDocumentedEvent({
			detailType: event["detail-type"] as DetailType,
			detail: event.detail as ServiceEvent["detail"],
		});
		expect(event).toMatchObject({
			source: "procurement-payments",
			time: "2026-11-21T10:00:00Z",
			detail: { metadata: { version: 1, organizationId: "acme" } },
		});
	}
	return events;
}

const typesOf = (events: readonly DeliveredEvent[]) =>
	events.map((event) => event["detail-type"]);
/** What the schema has checked. */
const detailOf = (event: DeliveredEvent | undefined) =>
	(event ?? { detail: {} }).detail as {
		metadata: { id: string };
		data: Record<string, unknown>;
	};
const dataOf = (event: DeliveredEvent | undefined) => detailOf(event).data;
const idOf = (event: DeliveredEvent) => detailOf(event).metadata.id;

const raise = (more: object = {}) =>
	world.post("/v1.0/payment/request/vendor-advance", {
		amount: 10.5,
		vendorId: "v-1",
		...more,
	});

it("payment run created, released, discarded: by whom, with its amount as a text", async () => {
	const resources = [
		{ slug: "inv-0", amount: 0.1 },
		{ slug: "inv-0", amount: 0.2 },
	];
	const run = { name: "Vendors", total: 2, amount: "0.3" };
	const by = { userId: "u-admin" };
	for (const [change, type, author] of [
		[discardRun, "Payment Run Discarded", { discardedBy: by }],
		[releaseRun, "Payment Run Released", { releasedBy: by }],
	] as const) {
		let runId = "";
		const created = await announced(async () => {
			({ runId } = await createRun(world, resources));
		});
		expect(typesOf(created)).toEqual(["Payment Run Created"]);
		expect(dataOf(created[0])).toMatchObject({
			...{ ...run, runId, version: 1 },
			createdBy: by,
		});
		const changed = await announced(() => change(world, runId));
		expect(typesOf(changed)).toEqual([type]);
		expect(dataOf(changed[0])).toMatchObject({
			...{ ...run, runId, version: 2 },
			...author,
		});
		expect(await announced(() => change(world, runId))).toEqual([]);
	}
	await workOff(world);
});

it("payment request created: an advance that needs no approval", async () => {
	const taxes = { gstId: 1, gstAmount: 1.89, tdsId: 2, tdsAmount: 1.05 };
	const events = await announced(() => raise({ narration: "half", ...taxes }));
	expect(typesOf(events)).toEqual(["Payment Request Created"]);
	expect(dataOf(events[0])).toMatchObject({
		state: "APPROVED",
		policyUsed: "Default",
		vendorId: "v-1",
		narration: "half",
		tax: {
			...{ subTotal: "10.5", netPayable: "11.34", roundOff: "0" },
			...{ gstId: 1, gstAmount: "1.89", tdsId: 2, tdsAmount: "1.05" },
		},
		createdBy: { userId: "u-admin" },
	});
});

it("approval requested: next to the request, with each approver once; the order's link announces nothing", async () => {
	const events = await announced(() =>
		raise({ amount: 600, purchaseOrderLinkId: "po-1" }),
	);
	expect(typesOf(events).toSorted()).toEqual([
		"Approval Requested",
		"Payment Request Created",
	]);
	const request = events.find(
		(event) => event["detail-type"] === "Payment Request Created",
	);
	const approval = events.find(
		(event) => event["detail-type"] === "Approval Requested",
	);
	expect(dataOf(request).state).toBe("PENDING");
	expect(dataOf(approval)).toEqual({
		paymentRequestId: dataOf(request).paymentRequestId,
		round: 1,
		stage: 0,
		approverCount: 2,
		approvers: ["u-1", "u-2"],
	});
});

const order = {
	poNumber: "PO-1",
	poType: "GOODS",
	matchingType: "TWO_WAY",
	poDate: "2026-11-21",
	gstin: "27AAPFU0939F1ZV",
	vendorId: "v-1",
	description: "d",
	paymentTerms: "p",
	lineItems: [{ identifier: "a", quantity: 2, rate: 10.25 }],
};
const createOrder = (more: object = {}) =>
	world.post("/v1.0/procurement/purchase-order", { ...order, ...more });

it("purchase order created, then activated; a patch of a draft announces nothing", async () => {
	let poId = "";
	const created = await announced(async () => {
		poId = (await createOrder()).body.data.poId;
	});
	expect(typesOf(created)).toEqual(["Purchase Order Created"]);
	expect(dataOf(created[0])).toMatchObject({
		poId,
		state: "DRAFTED",
		amount: "20.5",
		version: 1,
	});
	const path = `/v1.0/procurement/purchase-order/${poId}`;
	expect(
		await announced(() => world.patch(path, { poNumber: "PO-2" })),
	).toEqual([]);
	passSeconds(world, 1);
	const activated = await announced(() =>
		world.patch(path, { state: "ACTIVE" }, { key: "other" }),
	);
	expect(typesOf(activated)).toEqual(["Purchase Order Activated"]);
	expect(dataOf(activated[0])).toMatchObject({
		...{ poId, vendorId: "v-1", version: 3 },
		createdAt: "2026-11-21T10:00:00.000Z",
		updatedAt: "2026-11-21T10:00:01.000Z",
		...{ createdBy: { userId: "u-admin" }, updatedBy: { userId: "u-other" } },
	});
});

it("an order's number and a policy's name of any length fit; the vendor's id is whole, since receivers look it up", async () => {
	const vendorId = "v".repeat(1_024);
	await world.import(
		acmeWithVendors({ vendors: [{ id: vendorId, name: "Long" }] }),
	);
	const [advance] = await announced(() => raise({ amount: 5_000 }));
	expect(`${dataOf(advance).policyUsed}`).toHaveLength(1_000);
	const [event] = await announced(() =>
		createOrder({ poNumber: "9".repeat(300_000), vendorId }),
	);
	expect(`${dataOf(event).poNumber}`.length).toBeLessThanOrEqual(1_000);
	expect(dataOf(event).vendorId).toBe(vendorId);
});

it("a later change of a payment request or its approvals, by the web application, announces nothing", async () => {
	const created = await recordsOf(world, () => raise({ amount: 600 }));
	const changed = created.map(
		(record): DynamoDBRecord => ({
			...record,
			eventName: "MODIFY",
			dynamodb: {
				...record.dynamodb,
				OldImage: record.dynamodb?.NewImage ?? {},
			},
		}),
	);
	expect(await deliverToPublisher(world, changed)).toEqual(allDone);
	expect(world.outbox.events).toEqual([]);
});

it("purchase order created active: both events, with ids of their own", async () => {
	const events = await announced(() => createOrder({ state: "ACTIVE" }));
	expect(typesOf(events)).toEqual([
		"Purchase Order Created",
		"Purchase Order Activated",
	]);
	expect(new Set(events.map(idOf)).size).toBe(2);
});

it("invoice created, approved, voided; other patches announce nothing", async () => {
	let id = "";
	const created = await announced(async () => {
		id = await createInvoice(world, { amount: 12.3, dueDate: "2026-12-01" });
	});
	expect(typesOf(created)).toEqual(["Invoice Created"]);
	const [admin, other] = ["u-admin", "u-other"].map((userId) => ({ userId }));
	expect(dataOf(created[0])).toMatchObject({
		invoiceId: id,
		invoiceNumber: "N-1",
		state: "DRAFTED",
		...{ amount: "12.3", due: "12.3" },
		currency: "INR",
		...{ invoiceDate: "2026-11-01", dueDate: "2026-12-01" },
		version: 1,
		...{ createdBy: admin, updatedBy: admin },
	});
	const change = (patch: object) =>
		announced(() => patchInvoice(world, id, patch, { key: "other" }));
	expect(await change({ description: "new" })).toEqual([]);
	passSeconds(world, 1);
	const approved = await change({ state: "APPROVED" });
	expect(typesOf(approved)).toEqual(["Invoice Approved"]);
	expect(dataOf(approved[0])).toMatchObject({
		...{ invoiceId: id, vendorId: "v-1", version: 3, due: "12.3" },
		createdAt: "2026-11-21T10:00:00.000Z",
		updatedAt: "2026-11-21T10:00:01.000Z",
		...{ createdBy: admin, updatedBy: other },
	});
	expect(typesOf(await change({ state: "VOID" }))).toEqual(["Invoice Voided"]);
	expect(await change({ state: "DRAFTED" })).toEqual([]);
});

it("invoices created approved: both events for each", async () => {
	const state = "APPROVED";
	const events = await announced(() =>
		createInvoices(world, [
			newInvoice({ state }),
			newInvoice({ state, invoiceNumber: "N-2" }),
		]),
	);
	expect(typesOf(events).toSorted()).toEqual([
		"Invoice Approved",
		"Invoice Approved",
		"Invoice Created",
		"Invoice Created",
	]);
});

it("invoice paid: one event for each write, with its payments", async () => {
	const first = await announced(() => payInvoice(world, "inv-0", 10));
	expect(typesOf(first)).toEqual(["Invoice Paid"]);
	const second = await announced(() =>
		pay(world, [
			{ slug: "inv-0", amount: 0.1, utr: "HDFC1", paymentDate: "2026-11-01" },
			{ slug: "inv-0", amount: 0.2 },
			{ slug: "inv-0", amount: 1_000 },
		]),
	);
	expect(typesOf(second)).toEqual(["Invoice Paid"]);
	expect(dataOf(second[0])).toMatchObject({
		invoiceId: "inv-0",
		due: "89.7",
		amountPaid: "0.3",
		paymentCount: 2,
		payments: [
			{ amount: "0.1", utr: "HDFC1", paymentDate: "2026-11-01" },
			{ amount: "0.2", utr: null, paymentDate: "2026-11-21" },
		],
		bulkActionSlug: null,
		paidBy: { userId: "u-admin" },
		version: 3,
	});
});

it("a payment that is refused, a fence and an archived page announce nothing", async () => {
	expect(await announced(() => payInvoice(world, "inv-0", 101))).toEqual([]);
	await payInvoice(world, "inv-0", 10);
	const read = async () => {
		const invoice = (await findInvoices(world.table, "acme", ["inv-0"])).get(
			"inv-0",
		);
		if (!invoice) throw new Error("No invoice");
		return invoice;
	};
	const fence = async () => {
		const { slug, version, paymentPages } = await read();
		const posting = {
			slug,
			version,
			paymentPages,
			payments: [],
			positions: [],
		};
		await fencePostings(world.table, "acme", [posting]);
	};
	expect(await announced(fence)).toEqual([]);
	expect((await read()).version).toBe(3);
	const archive = async () =>
		archivePayments(world.table, "acme", await read());
	expect(await announced(archive)).toEqual([]);
	expect((await read()).paymentPages).toBe(1);
	expect(typesOf(await announced(() => payInvoice(world, "inv-0", 1)))).toEqual(
		["Invoice Paid"],
	);
});

it("payment reversed: one event for each reversal; later writes of the invoice repeat nothing", async () => {
	await payInvoice(world, "inv-0", 10);
	await payInvoice(world, "inv-0", 0.3);
	const [last, first] = await paymentsOf(world, "inv-0");
	const reverseOf = (paymentId: string) =>
		announced(() => reverse(world, { slug: "inv-0", paymentId }));
	const events = await reverseOf(last.id);
	expect(typesOf(events)).toEqual(["Payment Reversed"]);
	expect(dataOf(events[0])).toEqual({
		invoiceId: "inv-0",
		version: 4,
		due: "90",
		paymentId: last.id,
		amount: "0.3",
		reversedAt: "2026-11-21T10:00:00.000Z",
		reversedBy: { userId: "u-admin", keyId: expect.stringMatching(/^key_/) },
	});
	expect(await reverseOf(last.id)).toEqual([]);
	const second = await reverseOf(first.id);
	expect(second.map((event) => dataOf(event).paymentId)).toEqual([first.id]);
	expect(typesOf(await announced(() => payInvoice(world, "inv-0", 1)))).toEqual(
		["Invoice Paid"],
	);
});

it("payment reversed: that of an archived payment says the same; moving payments announces nothing", async () => {
	const slug = "a#b";
	const invoice = { vendorId: "v-1", state: "APPROVED", amount: 100 } as const;
	await world.import({ ...file, invoices: [{ slug, ...invoice }] });
	const [[paymentId = ""] = []] = await payPages(world, 1, 14, slug);
	const { due } = await storedInvoice(world, slug);
	// The time of the events is that of the test's stream.
	const reversedAt = world.time.now.toISOString();
	const events = await announced(() => reverse(world, { slug, paymentId }));
	expect(typesOf(events)).toEqual(["Payment Reversed"]);
	const after = await storedInvoice(world, slug);
	expect(dataOf(events[0])).toMatchObject({
		invoiceId: slug,
		version: after.version,
		due: after.due,
		paymentId,
		amount: "0.5",
		reversedAt,
	});
	expect(Number(after.due)).toBe(Number(due) + 0.5);
	const paid = await announced(() => payInvoice(world, slug, 1));
	expect(typesOf(paid)).toEqual(["Invoice Paid"]);
	expect(dataOf(paid[0]).paymentCount).toBe(1);
});

it("a batch: each invoice's payments, and the batch itself when it has finished", async () => {
	await world.import({ ...file, invoices: payableInvoices(batchMin) });
	let slug = "";
	const start = async () => {
		slug = await startBatch(world, resourcesOf(batchMin + 1));
	};
	expect(await announced(start)).toEqual([]);
	passSeconds(world, 5);
	const events = await announced(() => workOff(world));
	const paid = events.filter((one) => one["detail-type"] === "Invoice Paid");
	expect(paid).toHaveLength(batchMin);
	expect(dataOf(paid[0]).bulkActionSlug).toBe(slug);
	const [finished, ...others] = events.filter((one) => !paid.includes(one));
	expect(others).toEqual([]);
	expect(finished?.["detail-type"]).toBe("Payment Batch Finished");
	expect(dataOf(finished)).toMatchObject({
		bulkActionSlug: slug,
		total: batchMin + 1,
		counts: { DONE: batchMin, ERROR: 1, SKIPPED: 0 },
		createdAt: "2026-11-21T10:00:00.000Z",
		createdBy: { userId: "u-admin", keyId: expect.stringMatching(/^key_/) },
		finishedAt: "2026-11-21T10:00:05.000Z",
	});
	const batch = { organizationId: "acme", bulkActionSlug: slug };
	const sentAt = world.time.now.toISOString();
	expect(
		await announced(() => markSent(world.table, batch, `${sentAt}x`)),
	).toEqual([]);
});

it("events: an organization file announces nothing, neither what is new nor what changes", async () => {
	// Its number makes a pointer, which is an item of its own.
	const approvedLater = {
		slug: "inv-new",
		vendorId: "v-1",
		invoiceNumber: "F-1",
		state: "DRAFTED",
		amount: 5,
	};
	const first = { ...file, invoices: [approvedLater] };
	expect(await announced(() => world.import(first))).toEqual([]);
	const second = {
		...file,
		invoices: [{ ...approvedLater, state: "APPROVED" }],
		purchaseOrders: [
			{ id: "po-2", poNumber: "", state: "DRAFTED" as const, amount: 1 },
		],
		advances: [{ id: "adv", vendorId: "v-1", state: "PENDING" as const }],
	};
	expect(await announced(() => world.import(second))).toEqual([]);
	// What happens to such an invoice afterwards is announced.
	expect(
		typesOf(await announced(() => payInvoice(world, "inv-new", 1))),
	).toEqual(["Invoice Paid"]);
});

it("records of no announcing kind announce nothing: vendors, SKUs, deletions", async () => {
	const act = async () => {
		await world.post("/v1.0/vendor", { name: "Bolts" });
		await world.post("/v1.0/inventory/skus/bulk", { skus: [{ name: "Bolt" }] });
	};
	expect(await announced(act)).toEqual([]);
	const records = await recordsOf(world, () => payInvoice(world, "inv-0", 1));
	const deletions = records.map((record) => ({
		...record,
		eventName: "REMOVE" as const,
	}));
	expect(await deliverToPublisher(world, deletions)).toEqual(allDone);
	expect(world.outbox.events).toEqual([]);
});

it("leaves out the detail types that the stage does not publish", async () => {
	const act = () => createInvoice(world, { state: "APPROVED" });
	const records = await recordsOf(world, act);
	await deliverToPublisher(world, records, { leftOut: ["Invoice Approved"] });
	expect(typesOf(world.outbox.events)).toEqual(["Invoice Created"]);
});
