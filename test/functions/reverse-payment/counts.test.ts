import { PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, expect, it } from "vitest";
import { invoiceKey, paymentsPageKey } from "../../../shared/dynamodb/keys.ts";
import { newUlid } from "../../../shared/environment/ids.ts";
import { payableInvoices } from "../../support/acme.ts";
import { conflict } from "../../support/aws-gateway/faults/effects.ts";
import { batchMin, startBatch, workOff } from "../../support/batches.ts";
import {
	acmeWithVendors,
	createInvoice,
	payInvoice,
} from "../../support/created-invoices.ts";
import { invoiceState } from "../../support/invoices.ts";
import { meterCalls } from "../../support/meter-calls.ts";
import { passSeconds } from "../../support/pass-time.ts";
import { paymentsOf, reverse } from "../../support/reversals.ts";
import { useWorld } from "../../support/use-world.ts";
import { archivedSlug, largePayments, payPages } from "./archived.ts";

const world = useWorld(() =>
	acmeWithVendors({ invoices: payableInvoices(1, 100_000) }),
);
// Remembers the API key.
beforeEach(() => world.get("/v1.0/organization"));

const reason = "x".repeat(150);

it("performance: a reversal of the only payment of an invoice takes 2 calls, 2 round trips, at most 2 write units and 1 read unit", async () => {
	const slug = await createInvoice(world, {
		state: "APPROVED",
		description: "x".repeat(100),
	});
	await payInvoice(world, slug, 40, { utr: "HDFC000123456" });
	const [{ id: paymentId }] = await paymentsOf(world, slug);
	const reading = await meterCalls(world, () =>
		reverse(world, { slug, paymentId }, { reason }),
	);
	expect(reading).toMatchObject({
		answer: { status: 200 },
		operations: ["GetItem", "UpdateItem"],
		roundTrips: 2,
		readUnits: 1,
	});
	expect(reading.writeUnits).toBeLessThanOrEqual(2);
});

it("performance: a repetition takes 1 call and writes nothing", async () => {
	const slug = await createInvoice(world, { state: "APPROVED" });
	await payInvoice(world, slug, 40);
	const [{ id: paymentId }] = await paymentsOf(world, slug);
	await reverse(world, { slug, paymentId }, { reason });
	const reading = await meterCalls(world, () =>
		reverse(world, { slug, paymentId }, { reason }),
	);
	expect(reading).toMatchObject({ operations: ["GetItem"], writeUnits: 0 });
});

it("performance: a payment costs no more after a reversal of another invoice, and 1 write unit after one of its own", async () => {
	const slug = await createInvoice(world, { state: "APPROVED" });
	await payInvoice(world, slug, 40);
	const [{ id: paymentId }] = await paymentsOf(world, slug);
	const { writeUnits: before } = await meterCalls(world, () =>
		payInvoice(world, slug, 1),
	);
	await reverse(world, { slug, paymentId }, { reason: "Wrong" });
	const { writeUnits: after } = await meterCalls(world, () =>
		payInvoice(world, slug, 1),
	);
	expect(after).toBeLessThanOrEqual(before + 1);
});

it("C1: the page of a payment of a synchronous request is found by halving the pages", async () => {
	const pages = await payPages(world, 8);
	for (const page of pages)
		expect(await pageReadsOf(page[0])).toBeLessThanOrEqual(4);
});

it("C1: of an invoice that is paid in batches only, the page of a payment is found by halving the pages, too", async () => {
	const each = largePayments(batchMin);
	for (let batch = 0; batch < 12; batch++) {
		passSeconds(world, 3_600);
		await startBatch(world, each);
		await workOff(world);
	}
	const { payments, paymentPages } = await invoiceState(world, archivedSlug);
	expect(paymentPages).toBe(11);
	for (let batch = 0; batch < 11; batch++) {
		const own = payments.slice(batch * each.length).slice(0, each.length);
		expect(await pageReadsOf(own[0]?.id)).toBeLessThanOrEqual(5);
		// The last one is the only one of its chunk, which is recorded after the first page of the batch was full.
		if (batch < 10)
			expect(await pageReadsOf(own.at(-1)?.id)).toBeLessThanOrEqual(6);
	}
});

it("C1: an id that no payment has costs at most 100 reads of pages, if nothing shows when they were recorded", async () => {
	await payPages(world, 1);
	const { documents, name: TableName } = world.table;
	const paymentPages = 130;
	const ofBatch = {
		...{ id: "other-0", amount: 1, paymentDate: "2026-11-01", userId: "u-1" },
		...{ accountingSyncState: "SKIPPED", batch: "b" },
		createdAt: world.time.now.toISOString(),
	};
	for (let page = 0; page < paymentPages; page++)
		await documents.send(
			new PutCommand({
				TableName,
				Item: {
					...paymentsPageKey("acme", archivedSlug, page),
					payments: [ofBatch],
				},
			}),
		);
	await documents.send(
		new UpdateCommand({
			TableName,
			Key: invoiceKey("acme", archivedSlug),
			UpdateExpression: "SET paymentPages = :pages, payments = :none",
			ExpressionAttributeValues: { ":pages": paymentPages, ":none": [] },
		}),
	);
	const paymentId = `${newUlid(new Date(world.time.now.getTime() - 60_000))}-0`;
	const { answer, operations } = await meterCalls(world, () =>
		reverse(world, { slug: archivedSlug, paymentId }),
	);
	expect(answer.status).toBe(404);
	expect(operations.filter((one) => one === "BatchGetItem")).toHaveLength(100);
});

/** Reverses an archived payment, and counts the reads of its pages. */
async function pageReadsOf(paymentId = "") {
	const { answer, operations } = await meterCalls(world, () =>
		reverse(world, { slug: archivedSlug, paymentId }),
	);
	expect(answer.status).toBe(200);
	return operations.filter((one) => one === "BatchGetItem").length;
}

it("C1: the repetition of a write that was refused does not look for an archived payment again", async () => {
	const [[paymentId = ""] = []] = await payPages(world, 1);
	const effect = conflict();
	world.addFault({ operation: "TransactWriteItems", times: 1, effect });
	const reading = await meterCalls(world, () =>
		reverse(world, { slug: archivedSlug, paymentId }),
	);
	expect(reading).toMatchObject({
		answer: { status: 200 },
		operations: [
			...["GetItem", "BatchGetItem", "TransactWriteItems"],
			...["GetItem", "TransactWriteItems"],
		],
	});
});

it("C1: an id that no payment has costs few reads of pages, and none when no request can have had it", async () => {
	await payPages(world, 4);
	const search = async (paymentId: string) => {
		const { answer, operations } = await meterCalls(world, () =>
			reverse(world, { slug: archivedSlug, paymentId }),
		);
		expect(answer).toMatchObject({
			status: 404,
			body: { error: { code: "PAYMENT_NOT_FOUND" } },
		});
		return operations.filter((one) => one === "BatchGetItem").length;
	};
	const unknown = (secondsAgo: number) =>
		`${newUlid(new Date(world.time.now.getTime() - secondsAgo * 1_000))}-0`;
	const inTheFuture = unknown(-301);
	const longBeforeTheInvoice = unknown(122 * 86_400);
	const otherForms = [
		"no-such",
		unknown(3_600).toLowerCase(),
		`${unknown(3_600)}x`,
		`8${unknown(3_600).slice(1)}`,
		unknown(3_600).slice(0, 26),
	];
	for (const id of [inTheFuture, longBeforeTheInvoice, ...otherForms])
		expect(await search(id)).toBe(0);
	// Which of the four pages were recorded before it is found by halving; the later ones are read.
	expect(await search(unknown(60))).toBe(2);
	expect(await search(unknown(1_260))).toBeLessThanOrEqual(4);
});
