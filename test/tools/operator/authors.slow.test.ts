import { beforeEach, describe, expect, it } from "vitest";
import type { Item } from "../../../shared/dynamodb/reads/batch-get.ts";
import { findInvoices } from "../../../shared/invoices/invoices.store.ts";
import { batchMin, startBatch, workOff } from "../../support/batches.ts";
import { passSeconds } from "../../support/pass-time.ts";
import { useWorld } from "../../support/use-world.ts";
import { contractExample } from "../organization-files/contract-example.ts";
import { admin, byAdmin, byFile, exported } from "./exported.ts";

const world = useWorld(file);
beforeEach(() => {
	passSeconds(world, 1);
});

const records = [
	"users",
	"apiKeys",
	"vendors",
	"gstTaxes",
	"tdsTaxes",
	"tags",
	"skus",
	"purchaseOrders",
	"invoices",
	"advances",
	"paymentRequests",
	"batches",
] as const;

const slugs = Array.from({ length: batchMin }, (_, index) => `inv-${index}`);

function file() {
	const { invoices: _, advances: __, ...rest } = contractExample();
	return {
		...rest,
		advances: [
			{ id: "adv-1", vendorId: "v-1", state: "PENDING_RESUBMISSION" as const },
		],
		invoices: slugs.map((slug) => ({ slug, state: "APPROVED", amount: 100 })),
		procurementPolicy: { payers: ["u-admin"] },
	};
}

const post = async (path: string, body: object) => {
	const answer = await world.post(`/v1.0/${path}`, body);
	expect(answer).toMatchObject({ status: 200 });
	return answer.body.data;
};

const purchaseOrder = {
	poNumber: "PO-7",
	poType: "GOODS",
	matchingType: "TWO_WAY",
	poDate: "2026-11-21",
	gstin: "27AAPFU0939F1ZV",
	lineItems: [{ identifier: "one", quantity: 3, rate: 0.1 }],
};

const authorsIn = async (list: (typeof records)[number]) =>
	(await exported(world))[list].map(({ createdBy, updatedBy }: Item) => ({
		createdBy,
		updatedBy,
	}));

describe("contract 4: every record says who created it and who changed it last", () => {
	it.each(
		records.filter((list) => list !== "paymentRequests" && list !== "batches"),
	)("%s: null for what a file created", async (list) => {
		const authors = await authorsIn(list);
		expect(authors.length).toBeGreaterThan(0);
		for (const author of authors) expect(author).toEqual(byFile);
	});

	it("R1: SKUs, purchase orders and payment requests: user and key", async () => {
		await post("inventory/skus/bulk", { skus: [{ name: "Nut" }] });
		await post("procurement/purchase-order", purchaseOrder);
		await post("payment/request/vendor-advance", {
			amount: 10,
			vendorId: "v-1",
		});
		for (const list of ["skus", "purchaseOrders", "paymentRequests"] as const)
			expect(await authorsIn(list)).toContainEqual(byAdmin);
	});

	it("R1: an advance that takes an order changes it", async () => {
		await post("payment/request/vendor-advance", {
			amount: 10,
			vendorId: "v-1",
			purchaseOrderLinkId: "po-1",
		});
		const [order] = await authorsIn("purchaseOrders");
		expect(order).toEqual({ createdBy: null, updatedBy: admin });
	});

	it("R1: a payment changes its invoice, and names user, key and idempotency key", async () => {
		const body = {
			resourceType: "INVOICE",
			resources: [{ slug: "inv-0", amount: 1 }],
		};
		await world.post("/v1.0/payment/mark-as-paid", body, {
			idempotencyKey: "attempt-1",
		});
		const { invoices } = await exported(world);
		expect(invoices[0]).toMatchObject({
			createdBy: null,
			updatedBy: admin,
			payments: [{ ...admin, idempotencyKey: "attempt-1" }],
		});
	});

	it("R1: payments that moved to a page still show who changed the invoice last", async () => {
		const narration = "\u{1F600}".repeat(500);
		for (let round = 0; round < 2; round++)
			await post("payment/mark-as-paid", {
				resourceType: "INVOICE",
				resources: Array.from({ length: 20 }, () => ({
					slug: "inv-0",
					amount: 1,
					narration,
				})),
			});
		// Makes room, and is refused: no payment stands in the invoice any more.
		await world.post("/v1.0/payment/mark-as-paid", {
			resourceType: "INVOICE",
			resources: [{ slug: "inv-0", amount: 1_000 }],
		});
		const stored = await findInvoices(world.table, "acme", ["inv-0"]);
		expect(stored.get("inv-0")).toMatchObject({
			payments: [],
			paymentPages: 2,
		});
		const { invoices } = await exported(world);
		expect(invoices[0].payments).toHaveLength(40);
		expect(invoices[0]).toMatchObject({ createdBy: null, updatedBy: admin });
	});

	it("R1: a batch's payments name the key of its request", async () => {
		const resources = slugs.map((slug) => ({ slug, amount: 1 }));
		await startBatch(world, resources);
		await workOff(world);
		const { invoices, batches } = await exported(world);
		for (const { payments } of invoices)
			expect(payments).toMatchObject([admin]);
		expect(batches).toMatchObject([byAdmin]);
	});

	it("R1: updatedBy is null for a record that a file changed", async () => {
		await post("inventory/skus/bulk", { skus: [{ name: "Nut" }] });
		const { poId } = await post("procurement/purchase-order", purchaseOrder);
		await post("payment/mark-as-paid", {
			resourceType: "INVOICE",
			resources: [{ slug: "inv-0", amount: 1 }],
		});
		passSeconds(world, 1);
		await world.import({
			org: file().org,
			skus: [{ name: "Nut", unit: "kg" }],
			purchaseOrders: [
				{ id: poId, poNumber: "PO-8", state: "APPROVED", amount: 1 },
			],
			invoices: [{ slug: "inv-0", state: "APPROVED", amount: 200 }],
		});
		const changed = { createdBy: admin, updatedBy: null };
		expect(await authorsIn("skus")).toContainEqual(changed);
		expect(await authorsIn("purchaseOrders")).toContainEqual(changed);
		expect((await authorsIn("invoices"))[0]).toEqual(byFile);
	});
});
