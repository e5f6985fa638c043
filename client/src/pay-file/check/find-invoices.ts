import type { ClientContext } from "../../client-context.ts";
import type { Invoice } from "../../generated/openapi.ts";
import { RecordsClient } from "../../operations/records-client.ts";
import type { FileRow } from "../input/file-row.ts";
import { isRecordNotFound } from "../service-error.ts";
import { type FoundInvoices, nameInvoices } from "./name-invoices.ts";

/** Up to so many invoices are read one by one. */
const singleReadsMax = 100;
/** Not found among the open invoices: read one by one for the reason, up to so many. */
const missingReadsMax = 1_000;

/**
 * Finds the invoices of a file by walking through the open invoices of the organization, a hundred to a request. A few ids are
 * read one by one, and so are those that the walk does not meet: they are closed, unknown, or were stored before the
 * lists existed. A row that names its invoice by the number gets its id, or a problem.
 */
export async function findInvoices(
	client: ClientContext,
	rows: readonly FileRow[],
	onFound: (count: number) => void,
): Promise<FoundInvoices> {
	const records = new RecordsClient(client);
	const slugs = new Set(rows.flatMap(({ payment }) => payment?.slug ?? []));
	const named = rows.filter(({ payment }) => payment?.invoice);
	const invoices: FoundInvoices = new Map();
	const open: Invoice[] = [];
	if (slugs.size > singleReadsMax || named.length > 0)
		for await (const one of records.listInvoices({ open: true, limit: 100 })) {
			if (named.length > 0) open.push(one);
			else if (!slugs.has(one.id)) continue;
			invoices.set(one.id, one);
			onFound(Math.min(invoices.size, rows.length));
			if (named.length === 0 && invoices.size === slugs.size) break;
		}
	const missing = [...slugs].filter((slug) => !invoices.has(slug));
	for (const slug of missing.slice(0, missingReadsMax)) {
		invoices.set(slug, await readInvoice(records, slug));
		onFound(Math.min(invoices.size, rows.length));
	}
	await nameInvoices(records, named, { invoices, open });
	return invoices;
}

const readInvoice = (records: RecordsClient, slug: string) =>
	records.getInvoice(slug).catch((error: unknown) => {
		if (isRecordNotFound(error)) return null;
		throw error;
	});
