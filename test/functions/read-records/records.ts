import { expect } from "vitest";
import type { OrganizationFile } from "../../../tools/organization-files/schema.ts";
import { acme } from "../../support/acme.ts";
import type { SendOptions, World } from "../../support/world.ts";

/** An organization with at least one record of each kind, and the key of another organization, `other-key`. */
export const acmeWithRecords = (additions: Partial<OrganizationFile> = {}) =>
	acme({
		entities: [
			{ id: 12, name: "Pune", gstin: "27AAPFU0939F1ZV" },
			{ id: 11, name: "Mumbai" },
		],
		vendors: [
			{ id: "v-1", name: "Steel Traders" },
			{ id: "v-2", name: "Paper Traders" },
		],
		gstTaxes: [
			{ id: 10, name: "GST flat", rate: 50.25, rateType: "ABSOLUTE" },
			{ id: 9, name: "GST 18%", rate: 18, rateType: "PERCENTAGE" },
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
		skus: [{ name: "Steel rod", itemCode: "ROD-1", unit: "kg", rate: 80.5 }],
		purchaseOrders: [
			{
				id: "po-1",
				poNumber: "PO-0001",
				vendorId: "v-1",
				state: "APPROVED",
				amount: 1180.1,
			},
		],
		invoices: [
			{ slug: "inv-1", vendorId: "v-1", state: "APPROVED", amount: 1000.1 },
		],
		advances: [
			{
				id: "adv-1",
				vendorId: "v-1",
				purchaseOrderLinkId: "po-1",
				state: "PENDING",
			},
		],
		approvalPolicies: [{ name: "Default", default: true, stages: [] }],
		procurementPolicy: { payers: ["u-admin"] },
		...additions,
	});

/** Another organization, whose key has every permission. */
export const otherOrganization = (): OrganizationFile => {
	const file = acme();
	const [key] = file.apiKeys;
	return {
		...file,
		org: { ...file.org, id: "other" },
		apiKeys: key ? [{ ...key, key: "other-key" }] : [],
		users: [{ id: "u-admin", name: "Other admin", role: "ADMIN" }],
	};
};

/** Any one of them is enough. */
const paymentRequestReaders = ["payments:read", "payments:approve"] as const;

const runReaders = [
	"payments:prepare",
	"payments:release",
	"payments:read",
] as const;

/** Every list: its path, and the permission that it takes, or those of which it takes one. */
export const lists = [
	["/v1.0/procurement/purchase-order", "procurement:read"],
	["/v1.0/inventory/skus", "inventory:read"],
	["/v1.0/vendor", "vendors:read"],
	["/v1.0/invoice", "invoices:read"],
	["/v1.0/invoice/inv-1/payments", "invoices:read"],
	["/v1.0/payment/request", "payments:read"],
	["/v1.0/payment/request/adv-1/history", paymentRequestReaders],
	["/v1.0/approval", "payments:approve"],
	["/v1.0/organization/entities", "organization:read"],
	["/v1.0/organization/users", "organization:read"],
	["/v1.0/tax/gst", "organization:read"],
	["/v1.0/tax/tds", "organization:read"],
	["/v1.0/tag", "organization:read"],
	["/v1.0/payment/mark-as-paid", ["payments:mark-paid", ...runReaders]],
	["/v1.0/payment/run", runReaders],
] as const;

/** Every kind of record that is read by its id: the path before it, the id of one, its 404 and its permission. */
export const records = [
	[
		"/v1.0/procurement/purchase-order/",
		"po-1",
		"PURCHASE_ORDER_NOT_FOUND",
		"procurement:read",
	],
	["/v1.0/vendor/", "v-1", "VENDOR_NOT_FOUND", "vendors:read"],
	["/v1.0/invoice/", "inv-1", "INVOICE_NOT_FOUND", "invoices:read"],
	[
		"/v1.0/payment/request/",
		"adv-1",
		"PAYMENT_REQUEST_NOT_FOUND",
		paymentRequestReaders,
	],
	["/v1.0/tag/", "project", "TAG_NOT_FOUND", "organization:read"],
] as const;

/** A page that must be there. */
export async function page(
	world: World,
	path: string,
	query: Record<string, string> = {},
	options: SendOptions = {},
	// biome-ignore lint/suspicious/noExplicitAny: a test reads any property of what came back
): Promise<{ items: any[]; nextCursor: string | null }> {
	const { status, body } = await world.get(path, query, options);
	expect({ status, body }).toMatchObject({ status: 200, body: { ok: true } });
	expect(Object.keys(body.data)).toEqual(["items", "nextCursor"]);
	return body.data;
}

/** All records of a list, page by page; `between` is done before each page but the first. */
export async function walk(
	world: World,
	path: string,
	query: Record<string, string> = {},
	between: () => Promise<unknown> = async () => {},
	// biome-ignore lint/suspicious/noExplicitAny: a test reads any property of what came back
): Promise<any[]> {
	const found = [];
	const cursors = new Set<string>();
	let { items, nextCursor } = await page(world, path, query);
	found.push(...items);
	while (nextCursor !== null) {
		// Such a walk would have no end.
		expect(cursors, "cursors of former pages").not.toContain(nextCursor);
		cursors.add(nextCursor);
		await between();
		({ items, nextCursor } = await page(world, path, {
			...query,
			cursor: nextCursor,
		}));
		found.push(...items);
	}
	return found;
}

export const refused = (status: number, code: string, message?: string) => ({
	status,
	headers: { "x-request-id": "request-1" },
	body: {
		ok: false,
		error: { code, message: message ?? expect.any(String) },
	},
});

export const invalid = (message: string) =>
	refused(400, "VALIDATION_ERROR", `Validation failed: ${message}`);
