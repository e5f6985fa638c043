import type { Table } from "../shared/store/dynamodb/table.ts";
import { planAdvances } from "./import/advances/advance-upserts.ts";
import { linkAdvances } from "./import/advances/link-advances.ts";
import { planApiKeys } from "./import/api-key-upserts.ts";
import { refuseTooLarge } from "./import/file-entry.ts";
import { planInvoiceNumbers } from "./import/invoices/invoice-number-upserts.ts";
import { invoiceUpserts } from "./import/invoices/invoice-upserts.ts";
import { organizationUpsert } from "./import/organization-upsert.ts";
import { purchaseOrderUpserts } from "./import/purchase-order-upserts.ts";
import { referenceUpserts } from "./import/reference-upserts.ts";
import { planSkus } from "./import/skus/sku-upserts.ts";
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
	const { upserts: advances, onOrders } = await planAdvances(context, file);
	const records = await planUpserts(table, [
		organizationUpsert(table, file),
		...referenceUpserts(context, file),
		...(await planSkus(context, file)),
		...purchaseOrderUpserts(context, file),
		...advances,
		...invoiceUpserts(context, file),
	]);
	const { taken, released } = await planInvoiceNumbers(table, file);
	const takenNumbers = await planUpserts(table, taken);
	const releasedNumbers = await planUpserts(table, released);
	const apiKeys = await planUpserts(table, await planApiKeys(table, file, now));
	refuseTooLarge([...records, ...apiKeys]);
	// A number is taken before its invoice has it, and released after: whenever this ends, none has two invoices.
	await carryOut(table, takenNumbers);
	await carryOut(table, records);
	await carryOut(table, releasedNumbers);
	await linkAdvances(context, onOrders);
	// Last: nobody calls before what they call for is there.
	await carryOut(table, apiKeys);
}
