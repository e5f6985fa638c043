import { beforeAll, describe, expect, it } from "vitest";
import { permissions } from "../../shared/organizations/organization.ts";
import {
	acmeWithVendors,
	createInvoice,
	createInvoices,
	newInvoice,
	patchInvoice,
} from "../support/created-invoices.ts";
import { tableContents } from "../support/table-contents.ts";
import { useSharedWorld } from "../support/use-world.ts";
import { userKinds } from "./user-kinds.ts";

/** Keys that may write invoices and one thing more. */
const callers = permissions.flatMap((permission) =>
	userKinds.map(({ id, active }) => ({
		permission,
		userId: id,
		key: `key of ${permission} ${id}`,
		isAllowed: permission === "invoices:approve" && active,
	})),
);

const world = useSharedWorld(() => {
	const file = acmeWithVendors();
	return {
		...file,
		users: [...file.users, ...userKinds],
		apiKeys: [
			...file.apiKeys,
			...callers.map(({ key, permission, userId }) => ({
				key,
				name: "Approvals",
				userId,
				permissions: [...new Set(["invoices:write" as const, permission])],
			})),
		],
	};
});

/** Each approval is of an invoice of its own. */
const approvals = {
	"an invoice that is created as approved": async (key: string) =>
		createInvoices(
			world,
			[newInvoice({ invoiceNumber: `of ${key}`, state: "APPROVED" })],
			{ key },
		),
	"a draft that is approved": (key: string) =>
		patchInvoice(world, drafts.get(key) ?? "", { state: "APPROVED" }, { key }),
};

const drafts = new Map<string, string>();
beforeAll(async () => {
	for (const { key } of callers) {
		const invoiceNumber = `draft of ${key}`;
		drafts.set(
			key,
			await createInvoice(world, { invoiceNumber, state: "DRAFTED" }),
		);
	}
});

describe.each(Object.entries(approvals))("R5: %s", (_, approve) => {
	it("needs invoices:approve in addition to invoices:write, with any other permissions", async () => {
		const refused = callers.filter(({ isAllowed }) => !isAllowed);
		const before = await tableContents(world);
		for (const { key } of refused)
			expect([key, await approve(key)]).toMatchObject([
				key,
				{ status: 403, body: { error: { code: "INSUFFICIENT_PERMISSIONS" } } },
			]);
		expect(await tableContents(world)).toEqual(before);

		const allowed = callers.filter(({ isAllowed }) => isAllowed);
		expect(allowed).toHaveLength(
			userKinds.filter(({ active }) => active).length,
		);
		for (const { key } of allowed)
			expect([key, await approve(key)]).toMatchObject([key, { status: 200 }]);
	});
});
