import { newUlid } from "../../../shared/environment/ids.ts";
import { demoOrganizationFile } from "../../local/demo-organization.ts";
import { readOrganizationFile } from "../../organization-files/read-organization-file.ts";
import type { OrganizationFile } from "../../organization-files/schema.ts";

/** The user of the demo organization whose key sends the requests. */
export const smokeUserId = "u-admin";

/** The id of a vendor, an order and an invoice, with all characters that are difficult in a path. */
export const oddId = "s/1 ?%ü#~";

const keysMax = 100;

/** Every idempotency key that a smoke test may use. The claims are found by these keys when they are deleted. */
export const smokeIdempotencyKeys: readonly string[] = Array.from(
	{ length: keysMax },
	(_, index) => `smoke-${index + 1}`,
);

/** Hands out the keys, one after the other. */
export function newSmokeKeys(): () => string {
	const keys = smokeIdempotencyKeys.values();
	return () => {
		const { value } = keys.next();
		if (value === undefined) throw new Error(`${keysMax} keys are used up`);
		return value;
	};
}

/** An id that `isSmokeOrganizationId` knows. */
export const newSmokeOrganizationId = (now: Date): string =>
	`smoke-${newUlid(now).toLowerCase()}`;

export const smokeOrganizationName = (id: string): string => `Smoke test ${id}`;

/**
 * The organization in which a smoke test works: the demo organization, in which the requests of the exhibits work, but
 * without its keys, its email addresses and its many invoices for batches. Records with odd ids are added.
 */
export function smokeOrganization(id: string): OrganizationFile {
	const demo = readOrganizationFile(demoOrganizationFile);
	const { org, users = [], vendors = [], purchaseOrders = [] } = demo;
	const { invoices = [] } = demo;
	return {
		...demo,
		org: { ...org, id, name: smokeOrganizationName(id) },
		apiKeys: [],
		users: users.map(({ email: _, ...user }) => user),
		vendors: [...vendors, { id: oddId, name: "Slash and Sons" }],
		purchaseOrders: [
			...purchaseOrders,
			{
				id: oddId,
				poNumber: "PO-ODD",
				vendorId: oddId,
				state: "DRAFTED",
				amount: 1,
			},
		],
		invoices: [
			...invoices.filter(({ slug }) => !slug.startsWith("inv-b-")),
			{ slug: oddId, vendorId: oddId, state: "DRAFTED", amount: 100 },
		],
	};
}
