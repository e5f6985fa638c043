import { invoiceKey } from "../../shared/dynamodb/keys.ts";
import { batchGet } from "../../shared/dynamodb/reads/batch-get.ts";
import { connectTable } from "../../shared/dynamodb/table.ts";
import { batchPut } from "../../shared/dynamodb/writes/batch-put.ts";
import { createTable } from "../../test/support/create-table.ts";
import { importOrganization } from "../../tools/organization-files/import-organization.ts";
import { region } from "../rig/lambda-environment.ts";
import { due, payingOrganization } from "../rig/store.ts";

export interface SeededOrganization {
	organizationId: string;
	key: string;
	/** Slugs of its invoices. */
	slugs: string[];
}

/** Creates a table with organizations that have so many invoices each. */
export async function seedTable(
	name: string,
	endpoint: string,
	{ organizations, invoices }: { organizations: number; invoices: number },
): Promise<SeededOrganization[]> {
	const credentials = { accessKeyId: "seed", secretAccessKey: "local" };
	const table = connectTable({ name, endpoint, region, credentials });
	await createTable(table);
	const payers = Array.from({ length: organizations }, (_, number) => ({
		organizationId: `org-${number}`,
		key: `key-of-${number}`,
		slugs: Array.from({ length: invoices }, (_, index) => `inv-${1e5 + index}`),
	}));
	for (const { organizationId, key, slugs } of payers) {
		const file = payingOrganization(organizationId, key);
		const [slug = "", ...others] = slugs;
		const first = { slug, state: "APPROVED", amount: due };
		await importOrganization(table, { ...file, invoices: [first] }, new Date());
		const [item] = await batchGet(table, [invoiceKey(organizationId, slug)]);
		// Copies of an imported invoice: importing each takes longer than the simulation.
		await batchPut(
			table,
			others.map((other) => ({
				...item,
				slug: other,
				...invoiceKey(organizationId, other),
			})),
		);
	}
	table.documents.destroy();
	return payers;
}
