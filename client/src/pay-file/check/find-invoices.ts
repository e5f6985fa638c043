import type { Invoice, PaymentsService } from "../service/payments-service.ts";

/** Up to so many invoices are read one by one. */
const singleReadsMax = 100;
/** Not found among the open invoices: read one by one for the reason, up to so many. */
const missingReadsMax = 1_000;

export interface FoundInvoices {
	/** Null: there is no such invoice. Absent: it is not open; why was not looked up. */
	invoices: Map<string, Invoice | null>;
}

/**
 * Finds the invoices of a file by walking through the open invoices of the organization, a hundred to a request. A few are
 * read one by one, and so are those that the walk does not meet: they are closed, unknown, or were stored before the
 * lists existed.
 */
export async function findInvoices(
	service: PaymentsService,
	slugs: ReadonlySet<string>,
	onFound: (count: number) => void,
): Promise<FoundInvoices> {
	const invoices: FoundInvoices["invoices"] = new Map();
	if (slugs.size > singleReadsMax) {
		for await (const page of service.openInvoices()) {
			for (const invoice of page)
				if (slugs.has(invoice.id)) invoices.set(invoice.id, invoice);
			onFound(invoices.size);
			if (invoices.size === slugs.size) break;
		}
	}
	const missing = [...slugs].filter((slug) => !invoices.has(slug));
	for (const slug of missing.slice(0, missingReadsMax)) {
		invoices.set(slug, (await service.findInvoice(slug)) ?? null);
		onFound(invoices.size);
	}
	return { invoices };
}
