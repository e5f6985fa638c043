import { permissions } from "../../shared/organizations/organization.ts";
import type { OrganizationFile } from "../../tools/organization-files/schema.ts";
import { testKey } from "./world.ts";

type AcmeFile = OrganizationFile &
	Required<Pick<OrganizationFile, "users" | "apiKeys">>;

/** An organization file of one admin with a key for everything, and what a test adds to it. */
export function acme(additions: Partial<OrganizationFile> = {}): AcmeFile {
	return {
		org: {
			id: "acme",
			name: "Acme India Pvt Ltd",
			baseCurrency: "INR",
			currencies: ["INR", "USD"],
			timezone: "Asia/Kolkata",
			features: { vendorAdvances: true },
		},
		users: [{ id: "u-admin", name: "Admin", role: "ADMIN" }],
		apiKeys: [
			{
				key: testKey,
				name: "ERP",
				userId: "u-admin",
				permissions: [...permissions],
			},
		],
		...additions,
	};
}

/** Invoices `inv-0`, `inv-1`, … that can be paid. */
export function payableInvoices(count: number, amount = 100) {
	return Array.from({ length: count }, (_, index) => ({
		slug: `inv-${index}`,
		vendorId: "v-1",
		state: "APPROVED",
		amount,
	}));
}
