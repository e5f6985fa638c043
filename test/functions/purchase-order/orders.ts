import { path } from "../../../client/src/http/path.ts";
import { purchaseOrderKey } from "../../../shared/dynamodb/keys.ts";
import { batchGet } from "../../../shared/dynamodb/reads/batch-get.ts";
import { toExactJson } from "../../../shared/json/exact-json.ts";
import { toDetailedPurchaseOrder } from "../../../shared/purchase-orders/purchase-orders.store.ts";
import type {
	LineItem,
	PurchaseOrderBody,
} from "../../../shared/purchase-orders/schema.ts";
import { acme } from "../../support/acme.ts";
import { exportOrganization } from "../../support/export-organization.ts";
import type { SendOptions, World } from "../../support/world.ts";

const ordersPath = "/v1.0/procurement/purchase-order";

/** An organization in which an order can be created in every way that a test needs; its SKUs: `createSkus`. */
export function acmeWithOrders() {
	return acme({
		vendors: [{ id: "v-1", name: "Steel Traders" }],
		gstTaxes: [
			{ id: 1, name: "GST 18%", rate: 18, rateType: "PERCENTAGE" },
			{ id: 2, name: "GST flat", rate: 50, rateType: "ABSOLUTE" },
		],
		tags: [
			{
				slug: "cost-centre",
				name: "Cost centre",
				type: "DROPDOWN",
				options: [{ id: 7, name: "R&D" }],
			},
			{ slug: "project", name: "Project", type: "VARCHAR" },
			{ slug: "needed-by", name: "Needed by", type: "DATETIME" },
			{ slug: "weight", name: "Weight", type: "NUMBER" },
			{ slug: "old-code", name: "Old code", type: "NUMERIC" },
		],
		approvalPolicies: [{ name: "Default", default: true, stages: [] }],
		procurementPolicy: { payers: ["u-admin"] },
	});
}

/** Steel rod, ROD-1; Steel nut, NUT-1; Glue, without code. */
export const createSkus = (world: World) =>
	world.post("/v1.0/inventory/skus/bulk", {
		skus: [
			{ name: "Steel rod", itemCode: "ROD-1" },
			{ name: "Steel nut", itemCode: "NUT-1" },
			{ name: "Glue" },
		],
	});

export const lineItem = (changes: Partial<LineItem> = {}): LineItem => ({
	quantity: 10,
	rate: 100,
	identifier: "line-1",
	...changes,
});

/** An order with TWO_WAY matching, one line of 1000 and no optional property. */
export const order = (
	changes: Partial<PurchaseOrderBody> = {},
): PurchaseOrderBody => ({
	poNumber: "PO-0001",
	lineItems: [lineItem()],
	poType: "GOODS",
	matchingType: "TWO_WAY",
	poDate: "2026-11-21",
	gstin: "27AAPFU0939F1ZV",
	...changes,
});

/** Everything that activation asks for (3.1). */
export const activatable = {
	state: "ACTIVE",
	vendorId: "v-1",
	description: "Steel for the new hall",
	paymentTerms: "Net 30",
} as const;

/** @param body Anything: also what no order should be. */
export const create = (world: World, body: unknown, options?: SendOptions) =>
	world.post(ordersPath, body, options);

/** @param patch Anything: also what no order may become. */
export const patch = (
	world: World,
	poId: string,
	patch: unknown,
	options?: SendOptions,
) =>
	world.patch(path`/v1.0/procurement/purchase-order/${poId}`, patch, options);

/** Creates an order and answers its id. */
export async function createdOrder(
	world: World,
	changes: Partial<PurchaseOrderBody> = {},
): Promise<string> {
	const { status, body } = await create(world, order(changes));
	if (status !== 200) throw new Error(body.error.message);
	return body.data.poId;
}

/** An order of acme's as the store has it. */
export async function storedOrder({ table }: World, poId: string) {
	const [item] = await batchGet(table, [purchaseOrderKey("acme", poId)]);
	if (!item) throw new Error(`There is no order ${poId}`);
	return toDetailedPurchaseOrder(item);
}

/** An order of acme's as it is exported (contract 4). */
export async function exportedOrder(
	{ table }: World,
	poId: string,
	// biome-ignore lint/suspicious/noExplicitAny: a test reads any property of what is there
): Promise<any> {
	const text = toExactJson(await exportOrganization(table, "acme"));
	const { purchaseOrders } = JSON.parse(text);
	return purchaseOrders.find(({ id }: { id: string }) => id === poId);
}
