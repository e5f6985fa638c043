import { expect } from "vitest";
import { findInvoices } from "../../../shared/invoices/invoices.store.ts";
import { findPersonUsers } from "../../../shared/organizations/person-users.store.ts";
import type { OrganizationFile } from "../../../tools/organization-files/schema.ts";
import { linkOf } from "../../functions/vendor-advance/advances.ts";
import { movedAdvance, organizationId } from "../organization.ts";
import { type Scenario, scenario } from "../scenario.ts";
import type { User } from "../user.ts";
import { runImport } from "./run-command.ts";

const importing =
	(changes: Partial<OrganizationFile> = {}) =>
	(user: User) =>
		runImport(user, changes);

/** What the command says that it did. */
const imports = (summary: string) => (printed: string) =>
	expect(printed).toContain(`acme: ${summary}, `);

const withEmail = (email: string) => ({
	...{ id: "u-cfo", name: "CFO", role: "MEMBER" as const, email },
});

/** Organization files are imported. */
export const importScenarios: Scenario[] = [
	scenario({
		name: "an unchanged file is imported",
		act: importing(),
		expected: imports("0 created, 0 changed"),
	}),
	scenario({
		name: "a changed file is imported",
		act: importing({
			vendors: [
				{ id: "v-1", name: "Renamed" },
				{ id: "v-2", name: "Paper Traders" },
				{ id: "v-3", name: "New" },
			],
			skus: [{ name: "Rod", itemCode: "ROD-1" }],
		}),
		expected: imports("2 created, 1 changed"),
	}),
	scenario({
		name: "an import renames a SKU",
		prepare: importing({ skus: [{ name: "Rod", itemCode: "ROD-1" }] }),
		act: importing({ skus: [{ name: "Bar", itemCode: "ROD-1" }] }),
		expected: imports("0 created, 1 changed"),
	}),
	scenario({
		name: "an import gives an invoice another number",
		prepare: importing({ invoices: [numbered("N-1")] }),
		act: importing({ invoices: [numbered("N-2")] }),
		expected: imports("0 created, 1 changed"),
	}),
	scenario({
		name: "an import gives a user another email",
		prepare: importing({ users: [withEmail("one@acme.example")] }),
		act: importing({ users: [withEmail("two@acme.example")] }),
		async expected(printed, { world: { table } }) {
			imports("0 created, 1 changed")(printed);
			expect(await findPersonUsers(table, "one@acme.example")).toEqual([]);
			expect(await findPersonUsers(table, "two@acme.example")).toEqual([
				{ organizationId, userId: "u-cfo" },
			]);
		},
	}),
	scenario({
		name: "an import creates invoices",
		act: importing({
			invoices: ["N-1", "N-2"].map((number) => ({
				...numbered(number),
				slug: number,
			})),
		}),
		async expected(printed, { world }) {
			imports("2 created, 0 changed")(printed);
			const slugs = ["N-1", "N-2"];
			const found = await findInvoices(world.table, organizationId, slugs);
			expect([...found.keys()]).toEqual(slugs);
		},
	}),
	scenario({
		name: "an import moves an advance from one order to another",
		act: importing({ advances: movedAdvance }),
		async expected(printed, { world }) {
			imports("1 created, 1 changed")(printed);
			expect(await linkOf(world, "po-held")).toBe("adv-3");
		},
	}),
];

function numbered(invoiceNumber: string) {
	return {
		slug: "inv-own",
		vendorId: "v-1",
		state: "APPROVED",
		amount: 100,
		invoiceNumber,
	};
}
