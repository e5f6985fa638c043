import { beforeAll, describe, expect, it } from "vitest";
import {
	permissions,
	roles,
} from "../../shared/domain/organization/organization.ts";
import {
	acmeWithVendors,
	createInvoice,
	createInvoices,
	newInvoice,
	patchInvoice,
} from "../support/created-invoices.ts";
import { tableContents } from "../support/table-contents.ts";
import { useSharedWorld } from "../support/use-world.ts";

/** Keys that may write invoices and one thing more. */
const callers = permissions.flatMap((permission) =>
	roles.flatMap((role) =>
		[true, false].map((active) => ({
			permission,
			role,
			active,
			key: `key of ${permission} ${role} ${active}`,
			isAllowed: permission === "invoices:approve" && active,
		})),
	),
);

const world = useSharedWorld(() => {
	const file = acmeWithVendors();
	const users = roles.flatMap((role) =>
		[true, false].map((active) => ({
			id: `${role} ${active}`,
			name: role,
			role,
			active,
		})),
	);
	return {
		...file,
		users: [...file.users, ...users],
		apiKeys: [
			...file.apiKeys,
			...callers.map(({ key, permission, role, active }) => ({
				key,
				name: "Approvals",
				userId: `${role} ${active}`,
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
	it("needs invoices:approve beside invoices:write, whatever else the caller may do", async () => {
		const refused = callers.filter(({ isAllowed }) => !isAllowed);
		const before = await tableContents(world);
		for (const { key } of refused)
			expect([key, await approve(key)]).toMatchObject([
				key,
				{ status: 403, body: { error: { code: "INSUFFICIENT_PERMISSIONS" } } },
			]);
		expect(await tableContents(world)).toEqual(before);

		const allowed = callers.filter(({ isAllowed }) => isAllowed);
		expect(allowed).toHaveLength(roles.length);
		for (const { key } of allowed)
			expect([key, await approve(key)]).toMatchObject([key, { status: 200 }]);
	});
});
