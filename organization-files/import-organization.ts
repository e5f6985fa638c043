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
import { executeWrites, planUpserts } from "./import/upsert.ts";
import { withFilePath } from "./organization-file-error.ts";
import { readOrganizationFile } from "./read-organization-file.ts";
import type { OrganizationFile } from "./schema.ts";

/**
 * Reads, checks and imports an organization file.
 *
 * @throws OrganizationFileError with the path and the JSON pointer.
 */
export async function importOrganizationFile(
	table: Table,
	path: string,
	now: Date,
): Promise<void> {
	const file = readOrganizationFile(path);
	await withFilePath(path, () => importOrganization(table, file, now));
}

/**
 * Upserts the entries of an organization file (contract 2, "Importing"). Idempotent: an import that was interrupted can
 * be repeated, and unchanged entries write nothing. All entries are checked before the first write; after it, only
 * concurrent changes to the same records can refuse an entry.
 *
 * @throws OrganizationFileError with the JSON pointer of an entry that conflicts with a stored record.
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
	// Numbers are claimed before the invoices are written and released after: an interrupted import leaves no number with
	// two invoices.
	await executeWrites(table, takenNumbers);
	await executeWrites(table, records);
	await executeWrites(table, releasedNumbers);
	await linkAdvances(context, onOrders);
	// Last: a new key's first request finds all imported records.
	await executeWrites(table, apiKeys);
}
