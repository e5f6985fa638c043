import { beforeEach, describe, expect, it } from "vitest";
import { toListKey } from "../../../shared/lists/list-index.store.ts";
import { acme, payableInvoices } from "../../support/acme.ts";
import { listed } from "../../support/listed.ts";
import { passSeconds } from "../../support/pass-time.ts";
import { useWorld } from "../../support/use-world.ts";

const world = useWorld(() =>
	acme({
		vendors: [{ id: "v-1", name: "Steel" }],
		tags: [{ slug: "project", name: "Project", type: "VARCHAR" }],
		skus: [{ name: "Rod", itemCode: "ROD" }],
		purchaseOrders: [
			{
				id: "po-1",
				poNumber: "1",
				vendorId: "v-1",
				state: "APPROVED",
				amount: 9,
			},
		],
		advances: [{ id: "adv-1", vendorId: "v-1", state: "REJECTED" }],
		approvalPolicies: [{ name: "Default", default: true, stages: [] }],
		procurementPolicy: { payers: ["u-admin"] },
		invoices: payableInvoices(1),
	}),
);
beforeEach(() => {
	passSeconds(world, 1);
});

describe("R1: records are listed by their creation, newest first", () => {
	it.each([
		["VENDOR", "VENDOR#v-1"],
		["TAG", "TAG#project"],
		["SKU", "SKU#rod"],
		["PURCHASE_ORDER", "PO#po-1"],
		["PAYMENT_REQUEST", "PR#adv-1"],
		["INVOICE", "INVOICE#inv-0"],
	] as const)("%s: by the import that creates it", async (kind, key) => {
		expect(await listed(world.table, kind)).toEqual([`ORG#acme#${key}`]);
	});

	it("SKUs created over the API, with and without code", async () => {
		await world.post("/v1.0/inventory/skus/bulk", {
			skus: [{ name: "Nut" }, { name: "Bolt", itemCode: "Bolt" }],
		});
		const [one, other, oldest] = await listed(world.table, "SKU");
		expect([one, other].sort()).toEqual([
			"ORG#acme#SKU#bolt",
			expect.stringMatching(/^ORG#acme#SKUID#/),
		]);
		expect(oldest).toBe("ORG#acme#SKU#rod");
	});

	it("purchase orders and payment requests created over the API; a link keeps the order's place", async () => {
		const { body: order } = await world.post(
			"/v1.0/procurement/purchase-order",
			{
				poNumber: "PO-7",
				poType: "GOODS",
				matchingType: "TWO_WAY",
				poDate: "2026-11-21",
				gstin: "27AAPFU0939F1ZV",
				lineItems: [{ identifier: "one", quantity: 3, rate: 0.1 }],
			},
		);
		const { body: advance } = await world.post(
			"/v1.0/payment/request/vendor-advance",
			{ amount: 1, vendorId: "v-1", purchaseOrderLinkId: "po-1" },
		);
		expect(await listed(world.table, "PURCHASE_ORDER")).toEqual([
			`ORG#acme#PO#${order.data.poId}`,
			"ORG#acme#PO#po-1",
		]);
		expect(await listed(world.table, "PAYMENT_REQUEST")).toEqual([
			`ORG#acme#PR#${advance.data.paymentRequestId}`,
			"ORG#acme#PR#adv-1",
		]);
	});

	it("a record changed by an import keeps its place", async () => {
		const vendors = [
			{ id: "v-1", name: "Renamed" },
			{ id: "v-2", name: "New" },
		];
		await world.import({ org: acme().org, vendors });
		expect(await listed(world.table, "VENDOR")).toEqual([
			"ORG#acme#VENDOR#v-2",
			"ORG#acme#VENDOR#v-1",
		]);
	});

	it("a record of the longest name is listed: the sort key has no name in it", async () => {
		const id = "😀".repeat(256);
		await world.import({ org: acme().org, vendors: [{ id, name: "Long" }] });
		expect(await listed(world.table, "VENDOR")).toHaveLength(2);
		const createdAt = world.time.now.toISOString();
		const { listSk } = toListKey("acme", "VENDOR", { pk: id, createdAt });
		expect(listSk).toHaveLength(createdAt.length + "#".length + 16);
	});
});
