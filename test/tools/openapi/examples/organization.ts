import type { OrganizationFile } from "../../../../tools/organization-files/schema.ts";
import { acme } from "../../../support/acme.ts";
import { batchMin, resourcesOf } from "../../../support/batches.ts";

/** More resources than one request pays by itself. */
export const batch = resourcesOf(batchMin).map(({ slug }) => ({
	slug,
	amount: 10,
}));

/** The organization whose keys send the requests of all examples. */
export const exampleOrganization = (): OrganizationFile =>
	acme({
		entities: [
			{ id: 11, name: "Mumbai", gstin: "27AAPFU0939F1ZV" },
			{ id: 12, name: "Pune" },
		],
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
		users: [
			{ id: "u-admin", name: "Admin", role: "ADMIN" },
			{ id: "u-cfo", name: "CFO", role: "MEMBER" },
		],
		// It is in the demo organization too, where the example of a payment can be tried.
		invoices: [
			{ slug: "inv-1001", amount: 1_000, invoiceNumber: "STEEL/2026/1001" },
			...batch,
		].map((one) => ({ ...one, vendorId: "v-steel", state: "APPROVED" })),
		submissionPolicies: [
			{
				minAmount: 50_000,
				requiredFields: [{ slug: "description", kind: "DESCRIPTION" }],
			},
		],
		approvalPolicies: [
			{
				name: "Large advances",
				when: { minAmount: 5_000 },
				stages: [{ approvers: ["u-admin"] }],
			},
			{ name: "Default", default: true, stages: [] },
		],
		procurementPolicy: { payers: ["u-admin"] },
	});
