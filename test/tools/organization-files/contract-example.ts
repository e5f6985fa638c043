import type { OrganizationFile } from "../../../tools/organization-files/schema.ts";

/** The organization file that contract 2 shows. */
export const contractExample = (): OrganizationFile => ({
	org: {
		id: "acme",
		name: "Acme India Pvt Ltd",
		baseCurrency: "INR",
		currencies: ["INR", "USD"],
		timezone: "Asia/Kolkata",
		features: { vendorAdvances: true },
	},
	entities: [{ id: 11, name: "Mumbai", gstin: "27AAPFU0939F1ZV" }],
	users: [{ id: "u-admin", name: "Admin", role: "ADMIN", active: true }],
	apiKeys: [
		{
			key: "acme-admin-key",
			name: "ERP",
			userId: "u-admin",
			permissions: [
				"inventory:write",
				"procurement:write",
				"payments:request",
				"payments:mark-paid",
			],
			revoked: false,
			expiresAt: "2030-01-01T00:00:00Z",
		},
	],
	vendors: [{ id: "v-1", name: "Steel Traders" }],
	gstTaxes: [{ id: 1, name: "GST 18%", rate: 18, rateType: "PERCENTAGE" }],
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
	skus: [
		{
			name: "Steel rod",
			itemCode: "ROD-1",
			unit: "kg",
			rate: 80.5,
			hsnSac: "7214",
		},
	],
	purchaseOrders: [
		{
			id: "po-1",
			poNumber: "PO-0001",
			vendorId: "v-1",
			state: "APPROVED",
			matchingState: "UNMATCHED",
			amount: 1180,
		},
	],
	invoices: [
		{
			slug: "inv-1",
			vendorId: "v-1",
			state: "APPROVED",
			amount: 1000,
			due: 1000,
			platformPaymentInFlight: false,
			lock: { holder: "web", expiresAt: "2030-01-01T00:00:00Z" },
		},
	],
	advances: [
		{
			id: "adv-1",
			vendorId: "v-1",
			purchaseOrderLinkId: "po-1",
			state: "PENDING_RESUBMISSION",
		},
	],
	submissionPolicies: [
		{
			minAmount: 50000,
			requiredFields: [
				{ slug: "description", kind: "DESCRIPTION" },
				{ slug: "po", kind: "IDENTIFIER" },
				{ slug: "cost-centre", kind: "TAG" },
			],
		},
	],
	approvalPolicies: [
		{
			name: "Large advances",
			when: {
				minAmount: 100000,
				vendorIds: ["v-1"],
				tags: { "cost-centre": [7] },
				purchaseOrder: "LINKED",
			},
			stages: [{ approvers: ["u-admin"] }],
		},
		{ name: "Default", default: true, stages: [] },
	],
	procurementPolicy: { payers: ["u-admin"] },
});
