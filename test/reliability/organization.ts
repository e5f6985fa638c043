import { permissions } from "../../shared/organizations/organization.ts";
import type { OrganizationFile } from "../../tools/organization-files/schema.ts";
import {
	acmeWithAdvances,
	purchaseOrder,
} from "../functions/vendor-advance/advances.ts";
import { payableInvoices } from "../support/acme.ts";
import { mixedOrganization } from "../support/mixed-batch.ts";
import { testKey } from "../support/world.ts";

export const organizationId = "acme";

/** The key of `u-cfo`. */
export const cfoKey = "cfo-key";

/** Whose key it is; undefined for a key of another organization. */
export function userOfKey(key: string | null = testKey): string | undefined {
	if (key === testKey) return "u-admin";
	return key === cfoKey ? "u-cfo" : undefined;
}

/** Everything that a scenario needs: invoices `inv-0` to `inv-5` of 100, of which `inv-3` is locked, and what advances need. */
export const organization = (): OrganizationFile => {
	const { users, apiKeys, approvalPolicies, purchaseOrders, ...rest } =
		acmeWithAdvances({ invoices: mixedOrganization().invoices ?? [] });
	const withEmail = users.map((user) => ({ ...user, email: emailOf(user) }));
	const key = { key: cfoKey, name: "CFO", userId: "u-cfo" };
	return {
		...rest,
		users: withEmail,
		apiKeys: [...apiKeys, { ...key, permissions: [...permissions] }],
		purchaseOrders: [...(purchaseOrders ?? []), purchaseOrder({ id: "po-2" })],
		approvalPolicies: [...(approvalPolicies ?? []), mediumAdvances],
	};
};

/** For advances of 10,000 and more. */
const mediumAdvances = {
	name: "Medium advances",
	when: { minAmount: 10_000 },
	stages: [
		{ approvers: ["u-cfo", "u-admin"], requires: "ANY" as const },
		{ approvers: ["u-cfo"] },
	],
};

const emailOf = ({ id }: { id: string }) => `${id}@acme.example`;

/** As a file may have it later: the order of advance `adv-1` has gone to `adv-3`. */
export const movedAdvance: NonNullable<OrganizationFile["advances"]> = [
	{
		id: "adv-1",
		vendorId: "v-1",
		purchaseOrderLinkId: "po-held",
		state: "REJECTED",
	},
	{
		id: "adv-3",
		vendorId: "v-1",
		purchaseOrderLinkId: "po-held",
		state: "APPROVED",
	},
];

/** Another organization with records of the same ids. */
export const otherOrganization = (): OrganizationFile => {
	const {
		org,
		apiKeys = [],
		...rest
	} = acmeWithAdvances({
		invoices: payableInvoices(3),
	});
	return {
		...rest,
		org: { ...org, id: "globex" },
		apiKeys: apiKeys.map((apiKey) => ({ ...apiKey, key: "globex-key" })),
	};
};
