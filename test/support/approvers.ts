import type { OrganizationFile } from "../../tools/organization-files/schema.ts";
import { acmeWithVendors } from "./created-invoices.ts";
import { recordsOf } from "./stream-records.ts";
import type { World } from "./world.ts";

type UserEntry = NonNullable<OrganizationFile["users"]>[number];

/** An active user with an address, unless `more` says otherwise. */
export const approver = (
	id: string,
	more: Partial<UserEntry> = {},
): UserEntry => ({
	id,
	name: `User ${id}`,
	role: "MEMBER",
	active: true,
	email: `${id}@acme.example`,
	...more,
});

/** An organization in which these users approve every advance. */
export const acmeWithApprovers = (
	users: readonly UserEntry[],
	ids = users.map(({ id }) => id),
): OrganizationFile =>
	acmeWithVendors({
		users: [
			{ id: "u-admin", name: "Asha", role: "ADMIN", active: true },
			...users,
		],
		gstTaxes: [{ id: 1, name: "GST 18%", rate: 18, rateType: "PERCENTAGE" }],
		purchaseOrders: [
			{
				id: "po-1",
				poNumber: "PO-0001",
				vendorId: "v-1",
				state: "APPROVED",
				amount: 1_000,
			},
		],
		approvalPolicies: [
			{
				name: "Everything",
				stages: [{ approvers: [...ids] }, { approvers: ["u-9"] }],
			},
		],
		procurementPolicy: { payers: ["u-admin"] },
	});

/** The records of the table's stream that an advance makes. */
export const recordsOfAdvance = (world: World, more: object = {}) =>
	recordsOf(world, () =>
		world.post("/v1.0/payment/request/vendor-advance", {
			amount: 100,
			vendorId: "v-1",
			...more,
		}),
	);

/** Returns the addresses that got a mail, sorted; one for each mail. */
export const recipientsOf = ({ outbox }: World) =>
	outbox.mails.flatMap(({ to }) => to).toSorted();
