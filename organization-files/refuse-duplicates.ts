import { toInvoiceId } from "../shared/domain/invoices/invoice-id.ts";
import { refused } from "./organization-file-error.ts";
import type { OrganizationFile } from "./schema.ts";

/**
 * Refuses two entries of a list with the same identity (contract 2, "Importing").
 *
 * @throws OrganizationFileError for the first duplicate.
 */
export function refuseDuplicates(file: OrganizationFile) {
	refuseSame("/entities", "id", file.entities, ({ id }) => id);
	refuseSame("/users", "id", file.users, ({ id }) => id);
	refuseSame("/apiKeys", "key", file.apiKeys, ({ key }) => key);
	refuseSame("/vendors", "id", file.vendors, ({ id }) => id);
	refuseSame("/gstTaxes", "id", file.gstTaxes, ({ id }) => id);
	refuseSame("/tdsTaxes", "id", file.tdsTaxes, ({ id }) => id);
	refuseSame("/tags", "slug", file.tags, ({ slug }) => slug);
	file.tags?.forEach(({ options }, index) => {
		refuseSame(`/tags/${index}/options`, "id", options, ({ id }) => id);
	});
	refuseSame("/skus", "itemCode", file.skus, ({ itemCode }) =>
		itemCode?.toLowerCase(),
	);
	refuseSame("/skus", "name", file.skus, ({ itemCode, name }) =>
		itemCode === undefined ? name : undefined,
	);
	refuseSame("/purchaseOrders", "id", file.purchaseOrders, ({ id }) => id);
	refuseSame("/invoices", "slug", file.invoices, ({ slug }) => slug);
	refuseSame(
		"/invoices",
		"invoiceNumber",
		file.invoices,
		({ vendorId, invoiceNumber }) =>
			vendorId !== undefined && invoiceNumber !== undefined
				? toInvoiceId(vendorId, invoiceNumber)
				: undefined,
	);
	refuseSame("/advances", "id", file.advances, ({ id }) => id);
}

/** @param identify Returns undefined for an entry that is identified by another property. */
function refuseSame<T>(
	list: string,
	property: string,
	entries: readonly T[] = [],
	identify: (entry: T) => string | number | undefined,
) {
	const seen = new Map<string | number, number>();
	entries.forEach((entry, index) => {
		const identity = identify(entry);
		if (identity === undefined) return;
		const first = seen.get(identity);
		if (first !== undefined)
			// The message has no value: it may be a secret.
			throw refused(
				`${list}/${index}/${property}`,
				`must NOT be the same as in ${list}/${first}`,
			);
		seen.set(identity, index);
	});
}
