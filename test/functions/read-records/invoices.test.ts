import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it } from "vitest";
import { invoiceKey } from "../../../shared/dynamodb/keys.ts";
import { batchPut } from "../../../shared/dynamodb/writes/batch-put.ts";
import { toInvoiceId } from "../../../shared/invoices/invoice-id.ts";
import { packFacts } from "../../../shared/invoices/item/invoice-facts.store.ts";
import { toNumberPointerItem } from "../../../shared/invoices/item/number-pointers.store.ts";
import { lockInvoice } from "../../../tools/operator/invoices/lock-invoice.ts";
import { acme } from "../../support/acme.ts";
import { passSeconds } from "../../support/pass-time.ts";
import { pay } from "../../support/pay.ts";
import { useWorld } from "../../support/use-world.ts";
import { invalid, page, walk } from "./records.ts";

const path = "/v1.0/invoice";

const world = useWorld(() =>
	acme({
		invoices: [
			{ slug: "inv-1", vendorId: "v-1", state: "APPROVED", amount: 1000.1 },
			{ slug: "inv-2", state: "DRAFTED", amount: 50, due: 20 },
			{ slug: "inv-3", vendorId: "v-2", state: "VOID", amount: 10 },
			{
				slug: "inv-4",
				vendorId: "v-2",
				state: "APPROVED",
				amount: 10,
				due: 12,
				platformPaymentInFlight: true,
				lock: { holder: "web", expiresAt: "2026-11-21T15:40:00+05:30" },
			},
		],
	}),
);

const show = async (id: string) => {
	const { status, body } = await world.get(`${path}/${id}`);
	expect({ status, body }).toMatchObject({ status: 200, body: { ok: true } });
	return body.data;
};

const payDone = async (slug: string, amount: number) => {
	const { body } = await pay(world, [{ slug, amount }]);
	expect(body.data.results).toEqual([{ slug, status: "DONE" }]);
};

const actor = { userId: "u-admin", keyId: expect.stringMatching(/^key_/) };

describe("GET by id", () => {
	it("R5: an invoice of an organization file, with null for what the file does not say", async () => {
		expect(await show("inv-1")).toEqual({
			id: "inv-1",
			invoiceNumber: null,
			vendorId: "v-1",
			state: "APPROVED",
			amount: 1000.1,
			due: 1000.1,
			paid: 0,
			currency: null,
			invoiceDate: null,
			dueDate: null,
			description: null,
			platformPaymentInFlight: false,
			lock: null,
			version: 1,
			createdAt: "2026-11-21T10:00:00.000Z",
			updatedAt: "2026-11-21T10:00:00.000Z",
			createdBy: null,
			updatedBy: null,
			approvedAt: "2026-11-21T10:00:00.000Z",
			approvedBy: null,
		});
	});

	it("R5: an invoice with a number, dates and every other property", async () => {
		await number("inv-1", {
			invoiceNumber: "A-1",
			currency: "USD",
			invoiceDate: "2026-11-01",
			dueDate: "2026-12-01",
			description: "Steel",
		});
		expect(await show("inv-1")).toMatchObject({
			invoiceNumber: "A-1",
			currency: "USD",
			invoiceDate: "2026-11-01",
			dueDate: "2026-12-01",
			description: "Steel",
		});
	});

	it("R5: a payment changes due, paid and version, and is the record's last change", async () => {
		passSeconds(world, 5);
		await payDone("inv-1", 0.3);
		const paid = await show("inv-1");
		expect(paid).toMatchObject({
			amount: 1000.1,
			due: 999.8,
			paid: 0.3,
			version: 2,
			createdAt: "2026-11-21T10:00:00.000Z",
			createdBy: null,
			updatedAt: "2026-11-21T10:00:05.000Z",
			updatedBy: actor,
		});
	});

	it("R5: paid is amount less due, and at least 0", async () => {
		expect(await show("inv-2")).toMatchObject({
			amount: 50,
			due: 20,
			paid: 30,
		});
		expect(await show("inv-4")).toMatchObject({ amount: 10, due: 12, paid: 0 });
	});

	it("R5: a lock is shown while it is held, its end in UTC", async () => {
		expect(await show("inv-4")).toMatchObject({
			platformPaymentInFlight: true,
			lock: { holder: "web", expiresAt: "2026-11-21T10:10:00.000Z" },
		});
		passSeconds(world, 599.999);
		expect((await show("inv-4")).lock).not.toBeNull();
		passSeconds(world, 0.001);
		expect((await show("inv-4")).lock).toBeNull();
	});

	it("R1: a change by the operator has no author", async () => {
		await payDone("inv-1", 1);
		passSeconds(world, 1);
		await lockInvoice(
			world.table,
			{ organizationId: "acme", slug: "inv-1" },
			{ milliseconds: 60_000, now: world.time.now },
		);
		expect(await show("inv-1")).toMatchObject({
			lock: { holder: "operator", expiresAt: "2026-11-21T10:01:01.000Z" },
			updatedAt: "2026-11-21T10:00:01.000Z",
			updatedBy: null,
		});
	});

	it("R1: its ETag is its version in quotes", async () => {
		await payDone("inv-1", 1);
		const { headers } = await world.get(`${path}/inv-1`);
		expect(headers.etag).toBe('"2"');
	});
});

describe("list", () => {
	const found = async (query: Record<string, string>) =>
		(await walk(world, path, { limit: "1", ...query }))
			.map(({ id }) => id)
			.sort();

	it("R5: an item is the record", async () => {
		await payDone("inv-1", 1);
		const { items } = await page(world, path);
		expect(items).toHaveLength(4);
		for (const item of items) expect(item).toEqual(await show(item.id));
	});

	it("R5: filters by state, which may be any text, and by vendor", async () => {
		expect(await found({ state: "APPROVED" })).toEqual(["inv-1", "inv-4"]);
		expect(await found({ state: "VOID" })).toEqual(["inv-3"]);
		expect(await found({ state: "Void" })).toEqual([]);
		expect(await found({ vendorId: "v-2" })).toEqual(["inv-3", "inv-4"]);
		expect(await found({ vendorId: "v-2", state: "VOID" })).toEqual(["inv-3"]);
	});

	it("R5: an invoice is open if something is due and it is not void", async () => {
		expect(await found({ open: "true" })).toEqual(["inv-1", "inv-2", "inv-4"]);
		expect(await found({ open: "false" })).toEqual(["inv-3"]);
		await payDone("inv-1", 1000.1);
		expect(await found({ open: "true" })).toEqual(["inv-2", "inv-4"]);
		expect(await found({ open: "false" })).toEqual(["inv-1", "inv-3"]);
		expect(await found({ open: "false", state: "APPROVED" })).toEqual([
			"inv-1",
		]);
	});

	it("R10: an invoice is due before a day if it has a due date and that is earlier", async () => {
		await number("inv-1", { dueDate: "2026-12-01" });
		await number("inv-3", { dueDate: "2026-11-30" });
		expect(await found({ dueBefore: "2026-12-02" })).toEqual([
			"inv-1",
			"inv-3",
		]);
		expect(await found({ dueBefore: "2026-12-01" })).toEqual(["inv-3"]);
		expect(await found({ dueBefore: "2026-11-30" })).toEqual([]);
		expect(await found({ dueBefore: "2026-12-02", open: "true" })).toEqual([
			"inv-1",
		]);
	});
});

describe("look-up by number", () => {
	const found = async (query: Record<string, string>) => {
		const { items, nextCursor } = await page(world, path, query);
		expect(nextCursor).toBeNull();
		return items.map(({ id }) => id);
	};

	/** As an invoice that was created over the API is stored: under the id of its number. */
	const created = async (vendorId: string, invoiceNumber: string) => {
		const id = toInvoiceId(vendorId, invoiceNumber);
		await world.import(
			acme({ invoices: [{ slug: id, vendorId, state: "DRAFTED", amount: 5 }] }),
		);
		await number(id, { invoiceNumber });
		return id;
	};

	it("R5: finds the vendor's invoice with the number, in upper or lower case, or none", async () => {
		const id = await created("v-1", "A-1");
		expect(await found({ vendorId: "v-1", invoiceNumber: "A-1" })).toEqual([
			id,
		]);
		expect(await found({ invoiceNumber: "a-1", vendorId: "v-1" })).toEqual([
			id,
		]);
		for (const [vendorId, invoiceNumber] of [
			["v-1", "A-2"],
			["v-1", "A-1 "],
			["V-1", "A-1"],
			["v-2", "A-1"],
			["v-1", "x".repeat(3_000)],
		] as const)
			expect(await found({ vendorId, invoiceNumber })).toEqual([]);
	});

	it("R5: is filtered by state, open and dueBefore", async () => {
		const id = await created("v-1", "A-1");
		const query = { vendorId: "v-1", invoiceNumber: "A-1" };
		expect(await found({ ...query, state: "DRAFTED" })).toEqual([id]);
		expect(await found({ ...query, state: "VOID" })).toEqual([]);
		expect(await found({ ...query, open: "true" })).toEqual([id]);
		expect(await found({ ...query, open: "false" })).toEqual([]);
		expect(await found({ ...query, dueBefore: "2026-12-01" })).toEqual([]);
	});

	it("R5: finds an imported invoice, which has a slug of its own, by its pointer; the pointer is not an invoice itself", async () => {
		await number("inv-1", { invoiceNumber: "A-1" });
		const pointer = toNumberPointerItem("acme", {
			slug: "inv-1",
			vendorId: "v-1",
			invoiceNumber: "A-1",
		});
		await batchPut(world.table, [pointer]);
		expect(await found({ vendorId: "v-1", invoiceNumber: "a-1" })).toEqual([
			"inv-1",
		]);
		const id = toInvoiceId("v-1", "A-1");
		for (const pointed of [`${path}/${id}`, `${path}/${id}/payments`])
			expect(await world.get(pointed)).toMatchObject({
				status: 404,
				body: { error: { code: "INVOICE_NOT_FOUND" } },
			});
		expect(await page(world, path)).toMatchObject({ items: { length: 4 } });
	});

	it("R5: an invoice that has the id of a number, but not the number, is not found by it", async () => {
		const slug = toInvoiceId("v-1", "A-1");
		await world.import(
			acme({
				invoices: [{ slug, vendorId: "v-1", state: "DRAFTED", amount: 5 }],
			}),
		);
		expect(await found({ vendorId: "v-1", invoiceNumber: "A-1" })).toEqual([]);
	});

	it("R5: a number without a vendor is refused", async () => {
		expect(await world.get(path, "invoiceNumber=A-1&state=VOID")).toMatchObject(
			invalid("/invoiceNumber must be given together with vendorId"),
		);
	});
});

/** Gives a stored invoice the facts of one that was created over the API. */
async function number(slug: string, facts: object) {
	const packed = packFacts({
		invoiceNumber: null,
		currency: null,
		invoiceDate: null,
		dueDate: null,
		description: null,
		createdAt: "2026-11-21T10:00:00.000Z",
		createdBy: null,
		updatedAt: null,
		updatedBy: null,
		approvedAt: null,
		approvedBy: null,
		...facts,
	});
	await world.table.documents.send(
		new UpdateCommand({
			TableName: world.table.name,
			Key: invoiceKey("acme", slug),
			UpdateExpression: "SET facts = :facts",
			ExpressionAttributeValues: { ":facts": packed },
		}),
	);
}
