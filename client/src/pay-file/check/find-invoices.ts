import type { Invoice } from "../../generated/openapi.ts";
import type { RecordsClient } from "../../operations/records-client.ts";
import { isRecordNotFound } from "../service-error.ts";

/** Up to so many invoices are read one by one. */
const singleReadsMax = 100;
/** Not found among the open invoices: read one by one for the reason, up to so many. */
const missingReadsMax = 1_000;

/** By slug. Null: there is no such invoice. Absent: it is not open; why was not looked up. */
export type FoundInvoices = Map<string, Invoice | null>;

/**
 * Finds the invoices of a file by walking through the open invoices of the organization, a hundred to a request. A few are
 * read one by one, and so are those that the walk does not meet: they are closed, unknown, or were stored before the
 * lists existed.
 */
export async function findInvoices(
	records: RecordsClient,
	slugs: ReadonlySet<string>,
	onFound: (count: number) => void,
): Promise<FoundInvoices> {
	const invoices: FoundInvoices = new Map();
	if (slugs.size > singleReadsMax) {
		for await (const one of records.listInvoices({ open: true, limit: 100 })) {
			if (!slugs.has(one.id)) continue;
			invoices.set(one.id, one);
			onFound(invoices.size);
			if (invoices.size === slugs.size) break;
		}
	}
	const missing = [...slugs].filter((slug) => !invoices.has(slug));
	for (const slug of missing.slice(0, missingReadsMax)) {
		const found = await records.getInvoice(slug).catch((error: unknown) => {
			if (isRecordNotFound(error)) return null;
			throw error;
		});
		invoices.set(slug, found);
		onFound(invoices.size);
	}
	return invoices;
}
