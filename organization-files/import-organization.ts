import type { Table } from "../shared/store/dynamodb/table.ts";
import { planAdvances } from "./import/advance-upserts.ts";
import { planApiKeys } from "./import/api-key-upserts.ts";
import { refuseTooLarge } from "./import/file-upsert.ts";
import { invoiceUpserts } from "./import/invoice-upserts.ts";
import { organizationUpsert } from "./import/organization-upsert.ts";
import { purchaseOrderUpserts } from "./import/purchase-order-upserts.ts";
import { referenceUpserts } from "./import/reference-upserts.ts";
import { planSkus } from "./import/sku-upserts.ts";
import { carryOut, planUpserts } from "./import/upsert.ts";
import { namingFile } from "./organization-file-error.ts";
import { readOrganizationFile } from "./read-organization-file.ts";
import type { OrganizationFile } from "./schema.ts";

/**
 * `importOrganization`, of the file with this path.
 *
 * @throws OrganizationFileError naming file and JSON pointer.
 */
export async function importOrganizationFile(
	table: Table,
	path: string,
	now: Date,
): Promise<void> {
	const file = readOrganizationFile(path);
	await namingFile(path, () => importOrganization(table, file, now));
}

/**
 * Brings into the store what an organization file says (contract 2, "Importing"): an upsert that may be repeated, also
 * after it was cut short, and writes nothing that is already so. Everything is checked before anything is
 * written; only what others change in between can stop it half-way.
 *
 * @throws OrganizationFileError naming the JSON pointer of an entry that the store's contents refuse.
 */
export async function importOrganization(
	table: Table,
	file: OrganizationFile,
	now: Date,
): Promise<void> {
	const context = { table, organizationId: file.org.id, now };
	const { upserts: advances, wishes } = await planAdvances(context, file);
	const records = await planUpserts(table, [
		organizationUpsert(table, file),
		...referenceUpserts(context, file),
		...(await planSkus(context, file)),
		...purchaseOrderUpserts(context, file, wishes),
		...advances,
		...invoiceUpserts(context, file),
	]);
	const apiKeys = await planUpserts(table, await planApiKeys(table, file, now));
	refuseTooLarge([...records, ...apiKeys]);
	await carryOut(table, records);
	// Last: nobody calls before what they call for is there.
	await carryOut(table, apiKeys);
}
