import { permissions } from "../../../shared/organizations/organization.ts";
import type { OrganizationFile } from "../../../tools/organization-files/schema.ts";
import { acmeWithAdvances } from "../../functions/vendor-advance/advances.ts";
import { acme } from "../../support/acme.ts";

/** Large enough for any number of payments. */
const amount = 10_000_000;

/** Organizations `org-0`, `org-1`, … */
export const organizationsOf = (
	count: number,
	invoices: number,
): OrganizationFile[] =>
	Array.from({ length: count }, (_, index) =>
		organizationOf(`org-${index}`, invoices),
	);

/**
 * All have invoices of the same slugs, an API key that is the id, and that of `u-cfo` (`cfoKeyOf`), who can also sign in
 * to the console (`cfoEmailOf`).
 */
export function organizationOf(id: string, invoices: number): OrganizationFile {
	const { org, apiKeys } = acme();
	const keys = apiKeys.flatMap((apiKey) => [
		{ ...apiKey, key: id },
		{ ...apiKey, key: cfoKeyOf(id), userId: "u-cfo" },
	]);
	const file = acmeWithAdvances({ purchaseOrders: [], advances: [] });
	return {
		...file,
		org: { ...org, id },
		users: file.users.map((user) =>
			user.id === "u-cfo"
				? { ...user, email: cfoEmailOf(id), permissions: [...permissions] }
				: user,
		),
		apiKeys: keys,
		invoices: Array.from({ length: invoices }, (_, invoice) => ({
			slug: `hot-${invoice}`,
			vendorId: "v-1",
			state: "APPROVED",
			amount,
		})),
	};
}

export const cfoEmailOf = (id: string) => `cfo@${id}.example`;

export const cfoKeyOf = (id: string) => `${id}-cfo`;
