import {
	holdBatches,
	releaseBatches,
} from "../../../operator/batches/hold-batches.ts";
import { exportOrganization } from "../../../operator/export/export-organization.ts";
import {
	lockInvoice,
	unlockInvoice,
} from "../../../operator/invoices/lock-invoice.ts";
import { createKey } from "../../../operator/keys/create-key.ts";
import { grantPermissions } from "../../../operator/keys/grant-permissions.ts";
import { revokeKey } from "../../../operator/keys/revoke-key.ts";
import { rotateKey } from "../../../operator/keys/rotate-key.ts";
import { reindex } from "../../../operator/reindex.ts";
import { importOrganization } from "../../../organization-files/import-organization.ts";
import type { OrganizationFile } from "../../../organization-files/schema.ts";
import type { Table } from "../../../shared/store/dynamodb/table.ts";
import { movedAdvance, organization, organizationId } from "../organization.ts";
import { type Scenario, scenario } from "../scenario.ts";
import type { User } from "../user.ts";

type Command = (table: Table, now: Date) => Promise<unknown>;

const run =
	(command: Command) =>
	({ process, world }: User) =>
		command(process.table, world.time.now);

const importing = (changes: Partial<OrganizationFile>): Command => {
	const file = { ...organization(), ...changes };
	return (table, now) => importOrganization(table, file, now);
};

const create =
	(secret: string): Command =>
	(table, now) =>
		createKey(table, {
			organizationId,
			userId: "u-admin",
			permissions: ["payments:mark-paid"],
			name: "New",
			expiresAt: null,
			secret,
			now,
		});

const preparedKey = async ({ world }: User): Promise<string> => {
	const { id } = (await create("first")(world.table, world.time.now)) as {
		id: string;
	};
	return id;
};

const invoice = { organizationId, slug: "inv-0" };

export const operatorScenarios: Scenario[] = [
	scenario({
		name: "an unchanged file is imported",
		act: run(importing({})),
	}),
	scenario({
		name: "a changed file is imported",
		act: run(
			importing({
				vendors: [
					{ id: "v-1", name: "Renamed" },
					{ id: "v-2", name: "Paper Traders" },
					{ id: "v-3", name: "New" },
				],
				skus: [{ name: "Rod", itemCode: "ROD-1" }],
			}),
		),
	}),
	scenario({
		name: "an import renames a SKU",
		prepare: run(importing({ skus: [{ name: "Rod", itemCode: "ROD-1" }] })),
		act: run(importing({ skus: [{ name: "Bar", itemCode: "ROD-1" }] })),
	}),
	scenario({
		name: "an import gives an invoice another number",
		prepare: run(importing({ invoices: [numbered("N-1")] })),
		act: run(importing({ invoices: [numbered("N-2")] })),
	}),
	scenario({
		name: "an import moves an advance from one order to another",
		act: run(importing({ advances: movedAdvance })),
	}),
	scenario({
		name: "an API key is created",
		act: run(create("secret")),
		again: async () => {},
		// The command makes a new secret each time.
		isRepeatable: false,
	}),
	scenario({
		name: "an API key is rotated",
		prepare: preparedKey,
		act: ({ process, world }, keyId) =>
			rotateKey(process.table, {
				organizationId,
				keyId,
				graceMilliseconds: 60_000,
				secret: "second",
				now: world.time.now,
			}),
		again: async () => {},
		isRepeatable: false,
	}),
	scenario({
		name: "an API key is revoked",
		prepare: preparedKey,
		act: ({ process }, keyId) =>
			revokeKey(process.table, organizationId, keyId),
	}),
	scenario({
		name: "an API key gets a permission",
		prepare: preparedKey,
		act: ({ process, world }, keyId) =>
			grantPermissions(process.table, {
				organizationId,
				keyId,
				permissions: ["invoices:read"],
				now: world.time.now,
			}),
	}),
	scenario({
		name: "the batches are held and released",
		act: async ({ process, world }) => {
			// The operator's own guard, of which nobody heard.
			await holdBatches(process.table, organizationId, world.time.now).catch(
				() => {},
			);
			await releaseBatches(process.table, organizationId);
		},
	}),
	scenario({
		name: "an invoice is locked",
		act: ({ process, world }) =>
			lockInvoice(process.table, invoice, {
				milliseconds: 60_000,
				now: world.time.now,
			}),
	}),
	scenario({
		name: "an invoice is unlocked",
		prepare: ({ world }) =>
			lockInvoice(world.table, invoice, {
				milliseconds: 60_000,
				now: world.time.now,
			}),
		act: ({ process, world }) =>
			unlockInvoice(process.table, invoice, world.time.now),
	}),
	scenario({
		name: "the list index is filled",
		act: run((table) => reindex(table, organizationId)),
	}),
	scenario({
		name: "an organization is exported",
		act: run((table) => exportOrganization(table, organizationId)),
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
