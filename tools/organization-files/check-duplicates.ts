import { toInvoiceId } from "../../shared/invoices/invoice-id.ts";
import type { OrganizationFile } from "./schema.ts";

/**
 * Receives an error.
 *
 * @param other A JSON pointer that completes the reason.
 */
export type ReportAt = (
	pointer: string,
	reason: string,
	other?: string,
) => void;

/** Reports each entry of a list that has the identity of an earlier one (contract 2, "Importing"). */
export function checkDuplicates(file: OrganizationFile, report: ReportAt) {
	const checkSame = duplicatesCheck(report);
	checkSame("/entities", "id", file.entities, ({ id }) => id);
	checkSame("/users", "id", file.users, ({ id }) => id);
	checkSame("/users", "email", file.users, ({ email, active = true }) =>
		active && email ? email.toLowerCase() : undefined,
	);
	checkSame("/apiKeys", "key", file.apiKeys, ({ key }) => key);
	checkSame("/vendors", "id", file.vendors, ({ id }) => id);
	checkSame("/gstTaxes", "id", file.gstTaxes, ({ id }) => id);
	checkSame("/tdsTaxes", "id", file.tdsTaxes, ({ id }) => id);
	checkSame("/tags", "slug", file.tags, ({ slug }) => slug);
	file.tags?.forEach(({ options }, index) => {
		checkSame(`/tags/${index}/options`, "id", options, ({ id }) => id);
	});
	checkSame("/skus", "itemCode", file.skus, ({ itemCode }) =>
		itemCode?.toLowerCase(),
	);
	checkSame("/skus", "name", file.skus, ({ itemCode, name }) =>
		itemCode === undefined ? name : undefined,
	);
	checkSame("/purchaseOrders", "id", file.purchaseOrders, ({ id }) => id);
	checkSame("/invoices", "slug", file.invoices, ({ slug }) => slug);
	checkSame(
		"/invoices",
		"invoiceNumber",
		file.invoices,
		({ vendorId, invoiceNumber }) =>
			vendorId !== undefined && invoiceNumber !== undefined
				? toInvoiceId(vendorId, invoiceNumber)
				: undefined,
	);
	checkSame("/advances", "id", file.advances, ({ id }) => id);
}

/** @returns A check of one list. `identify` returns undefined for an entry that is identified by another property. */
const duplicatesCheck =
	(report: ReportAt) =>
	<T>(
		list: string,
		property: string,
		entries: readonly T[] = [],
		identify: (entry: T) => string | number | undefined,
	) => {
		const seen = new Map<string | number, number>();
		entries.forEach((entry, index) => {
			const identity = identify(entry);
			if (identity === undefined) return;
			const first = seen.get(identity);
			if (first === undefined) {
				seen.set(identity, index);
				return;
			}
			// The message does not show the value, which may be a secret.
			report(
				`${list}/${index}/${property}`,
				"must NOT be the same as in ",
				`${list}/${first}`,
			);
		});
	};
