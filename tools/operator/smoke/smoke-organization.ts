import { newUlid } from "../../../shared/environment/ids.ts";
import type { OrganizationFile } from "../../organization-files/schema.ts";

/** The one user of a smoke test's organization. */
export const smokeUserId = "u-smoke";

/** The id of a vendor, an order and an invoice with all that is difficult in a path. */
export const oddId = "s/1 ?%ü#~";

/** The idempotency keys of a smoke test, by operation: the claims are deleted by them. */
export const smokeIdempotencyKeys = [
	["mark-as-paid", "smoke-pay"],
	["mark-as-paid", "smoke-batch"],
	["mark-as-paid", "smoke-odd"],
	["mark-as-paid", "smoke-stop"],
	["vendor-advance", "smoke-advance"],
	["vendor-advance", "smoke-approval"],
] as const;

/** `smoke-` and a ULID, so that no customer's organization has such an id. */
export const newSmokeOrganizationId = (now: Date): string =>
	`smoke-${newUlid(now).toLowerCase()}`;

export const isSmokeOrganizationId = (id: string): boolean =>
	/^smoke-[0-9a-hjkmnp-tv-z]{26}$/.test(id);

export const smokeOrganizationName = (id: string): string => `Smoke test ${id}`;

/** The organization that a smoke test works in, with the records whose ids the API does not let a caller choose. */
export const smokeOrganization = (id: string): OrganizationFile => ({
	org: {
		id,
		name: smokeOrganizationName(id),
		features: { vendorAdvances: true },
	},
	entities: [{ id: 1, name: "Entity" }],
	users: [{ id: smokeUserId, name: "Smoke test", role: "ADMIN" }],
	gstTaxes: [{ id: 1, name: "GST 18%", rate: 18, rateType: "PERCENTAGE" }],
	tdsTaxes: [{ id: 1, name: "TDS 10%", rate: 10, rateType: "PERCENTAGE" }],
	tags: [{ slug: "project", name: "Project", type: "VARCHAR" }],
	vendors: [{ id: oddId, name: "Slash and Sons" }],
	purchaseOrders: [
		{
			id: oddId,
			poNumber: "PO-ODD",
			vendorId: oddId,
			state: "DRAFTED",
			amount: 1,
		},
	],
	invoices: [{ slug: oddId, vendorId: oddId, state: "DRAFTED", amount: 100 }],
	approvalPolicies: [
		{
			name: "Approval",
			when: { minAmount: 1_000 },
			stages: [{ approvers: [smokeUserId] }],
			selfApproval: true,
		},
		{ name: "Default", default: true, stages: [] },
	],
	procurementPolicy: { payers: [smokeUserId] },
});
