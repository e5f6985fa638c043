import type { OrganizationFile } from "../../tools/organization-files/schema.ts";
import { acmeWithAdvances } from "../functions/vendor-advance/advances.ts";
import { payableInvoices } from "../support/acme.ts";
import { mixedOrganization } from "../support/mixed-batch.ts";

export const organizationId = "acme";

/** Everything that a scenario needs: invoices `inv-0` to `inv-5` of 100, of which `inv-3` is locked, and what advances need. */
export const organization = (): OrganizationFile => {
	const { users = [], ...rest } = acmeWithAdvances({
		invoices: mixedOrganization().invoices ?? [],
	});
	const withEmail = users.map((user) => ({ ...user, email: emailOf(user) }));
	return { ...rest, users: withEmail };
};

const emailOf = ({ id }: { id: string }) => `${id}@acme.example`;

/** Approvers of the first stage of an advance of 100,000. */
export const approverEmails = ["u-admin", "u-cfo"].map((id) => emailOf({ id }));

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
