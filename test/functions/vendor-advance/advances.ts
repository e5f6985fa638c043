import {
	approvalKey,
	paymentRequestKey,
	purchaseOrderKey,
} from "../../../shared/dynamodb/keys.ts";
import {
	batchGet,
	type Item,
} from "../../../shared/dynamodb/reads/batch-get.ts";
import type { OrganizationFile } from "../../../tools/organization-files/schema.ts";
import { acme } from "../../support/acme.ts";
import { tableContents } from "../../support/table-contents.ts";
import type { SendOptions, World } from "../../support/world.ts";

const path = "/v1.0/payment/request/vendor-advance";

/** An organization in which an advance of 1000 can be raised in every way that a test needs. */
export function acmeWithAdvances(additions: Partial<OrganizationFile> = {}) {
	return acme({
		entities: [
			{ id: 11, name: "Mumbai", gstin: "27AAPFU0939F1ZV" },
			{ id: 12, name: "Pune", gstin: "27AAPFU0939F1ZV" },
		],
		users: [
			{ id: "u-admin", name: "Admin", role: "ADMIN" },
			{ id: "u-cfo", name: "CFO", role: "MEMBER" },
			{ id: "u-gone", name: "Gone", role: "ADMIN", active: false },
		],
		vendors: [
			{ id: "v-1", name: "Steel Traders" },
			{ id: "v-2", name: "Paper Traders" },
		],
		gstTaxes: [
			{ id: 1, name: "GST 18%", rate: 18, rateType: "PERCENTAGE" },
			{ id: 2, name: "GST flat", rate: 50, rateType: "ABSOLUTE" },
		],
		tdsTaxes: [{ id: 1, name: "TDS 10%", rate: 10, rateType: "PERCENTAGE" }],
		tags: [
			{
				slug: "cost-centre",
				name: "Cost centre",
				type: "DROPDOWN",
				options: [{ id: 7, name: "R&D" }],
			},
			{ slug: "project", name: "Project", type: "VARCHAR" },
		],
		purchaseOrders: [
			purchaseOrder({ id: "po-1" }),
			purchaseOrder({ id: "po-drafted", state: "DRAFTED" }),
			purchaseOrder({ id: "po-matched", matchingState: "PARTIALLY_MATCHED" }),
			purchaseOrder({ id: "po-of-v-2", vendorId: "v-2" }),
			purchaseOrder({ id: "po-held" }),
			purchaseOrder({ id: "po-resubmitted" }),
			purchaseOrder({ id: "po-small", amount: 999.99 }),
		],
		advances: [
			{
				id: "adv-1",
				vendorId: "v-1",
				purchaseOrderLinkId: "po-held",
				state: "APPROVED",
			},
			{
				id: "adv-2",
				vendorId: "v-1",
				purchaseOrderLinkId: "po-resubmitted",
				state: "PENDING_RESUBMISSION",
			},
		],
		approvalPolicies: [
			{
				name: "Large advances",
				when: { minAmount: 100_000 },
				stages: [{ approvers: ["u-cfo", "u-admin"] }, { approvers: ["u-cfo"] }],
			},
			{ name: "Default", default: true, stages: [] },
		],
		procurementPolicy: { payers: ["u-cfo"] },
		...additions,
	});
}

type PurchaseOrderEntry = NonNullable<
	OrganizationFile["purchaseOrders"]
>[number];

/** An order of `v-1` that may be linked, unless `others` says otherwise. */
export const purchaseOrder = ({
	id,
	...others
}: Partial<PurchaseOrderEntry> & { id: string }): PurchaseOrderEntry => ({
	id,
	poNumber: `PO-${id}`,
	vendorId: "v-1",
	state: "APPROVED",
	matchingState: "UNMATCHED",
	amount: 100_000_000,
	...others,
});

export const plainAdvance = { amount: 1000, vendorId: "v-1" };

/** Both taxes right, an order, tags, and large enough for two approvers. */
export const fullAdvance = {
	amount: 100_000,
	vendorId: "v-1",
	gstId: 1,
	gstAmount: 18_000,
	tdsId: 1,
	tdsAmount: 10_000,
	currency: "INR",
	purchaseOrderLinkId: "po-1",
	narration: "Half of the steel",
	tags: { "cost-centre": { value: 7 }, project: { value: "Roof" } },
	orgEntity: 12,
};

export const raise = (world: World, body: unknown, options?: SendOptions) =>
	world.post(path, body, options);

export interface StoredAdvance {
	paymentRequest: Item | undefined;
	approval: Item | undefined;
}

export async function storedAdvance(
	{ table }: World,
	paymentRequestId: string,
	organizationId = "acme",
): Promise<StoredAdvance> {
	const [paymentRequest, approval] = await batchGet(table, [
		paymentRequestKey(organizationId, paymentRequestId),
		approvalKey(organizationId, paymentRequestId, { round: 1, stage: 0 }),
	]);
	return { paymentRequest, approval };
}

/** The id of the advance that holds an order. */
export async function linkOf(
	{ table }: World,
	purchaseOrderId: string,
): Promise<string | undefined> {
	const [order] = await batchGet(table, [
		purchaseOrderKey("acme", purchaseOrderId),
	]);
	return (order?.link as { advanceId: string } | null)?.advanceId;
}

/** Ids of all advances raised over the API. */
export async function raisedAdvances(world: World): Promise<unknown[]> {
	const items = [...(await tableContents(world)).values()];
	return items
		.filter(({ type }) => type === "VENDOR_ADVANCE")
		.map(({ id }) => id);
}
