import { toInvoiceId } from "../../../shared/domain/invoices/invoice-id.ts";
import { shorten } from "../../../shared/domain/shorten.ts";
import { insertStatement } from "../../../shared/store/dynamodb/batch-insert.ts";
import type { Table } from "../../../shared/store/dynamodb/table.ts";
import { findInvoiceDetails } from "../../../shared/store/invoices/invoices.ts";
import {
	type NumberedInvoice,
	pointedSlug,
	toNumberPointerItem,
} from "../../../shared/store/invoices/number-pointers.ts";
import { refused } from "../../organization-file-error.ts";
import type { OrganizationFile } from "../../schema.ts";
import type { FileUpsert } from "../file-entry.ts";

/** An invoice of the file with a number whose slug is not the id derived from the number. */
interface NumberedEntry extends NumberedInvoice {
	pointer: string;
}

/**
 * The pointers that reserve a vendor's invoice number for an invoice of the file (records R5): those to write, and those
 * of former numbers to delete. Each is to be written in one transaction with its invoice.
 */
export async function planInvoiceNumbers(
	table: Table,
	file: OrganizationFile,
): Promise<FileUpsert[]> {
	const organizationId = file.org.id;
	const entries = numberedEntries(file);
	const stored = await findInvoiceDetails(
		table,
		organizationId,
		entries.map(({ slug }) => slug),
	);
	const former = entries.flatMap((entry): NumberedEntry[] => {
		const { vendorId = null, facts } = stored.get(entry.slug) ?? {};
		const { invoiceNumber = null } = facts ?? {};
		if (vendorId === null || invoiceNumber === null) return [];
		const known = { ...entry, vendorId, invoiceNumber };
		return idOf(known) === idOf(entry) ? [] : [known];
	});
	return [
		...entries.map((entry) => claimNumber(table, organizationId, entry)),
		...former.map((entry) => releaseNumber(table, organizationId, entry)),
	];
}

const idOf = ({ vendorId, invoiceNumber }: NumberedInvoice) =>
	toInvoiceId(vendorId, invoiceNumber);

function numberedEntries({ invoices = [] }: OrganizationFile) {
	return invoices.flatMap(
		({ slug, vendorId, invoiceNumber }, index): NumberedEntry[] => {
			if (vendorId === undefined || invoiceNumber === undefined) return [];
			const pointer = `/invoices/${index}`;
			const entry = { slug, vendorId, invoiceNumber, pointer };
			// An invoice whose slug is the id of its number needs no pointer.
			return idOf(entry) === slug ? [] : [entry];
		},
	);
}

function claimNumber(
	table: Table,
	organizationId: string,
	entry: NumberedEntry,
): FileUpsert {
	const item = toNumberPointerItem(organizationId, entry);
	return {
		key: { pk: item.pk, sk: item.sk },
		pointer: entry.pointer,
		isAuxiliary: true,
		toStatement(existing) {
			if (!existing) return insertStatement(table, item);
			const owner = pointedSlug(existing) ?? idOf(entry);
			if (owner === entry.slug) return undefined;
			throw refused(
				`${entry.pointer}/invoiceNumber`,
				`must NOT be the number of another invoice of the vendor: ${shorten(owner)}`,
			);
		},
	};
}

function releaseNumber(
	table: Table,
	organizationId: string,
	entry: NumberedEntry,
): FileUpsert {
	const { pk, sk, pointsTo } = toNumberPointerItem(organizationId, entry);
	return {
		key: { pk, sk },
		pointer: entry.pointer,
		isAuxiliary: true,
		toStatement(existing) {
			if (!existing || pointedSlug(existing) !== pointsTo) return undefined;
			const isOwn = `"pointsTo" = ?`;
			return {
				Statement: `DELETE FROM "${table.name}" WHERE pk = ? AND sk = ? AND ${isOwn}`,
				Parameters: [pk, sk, pointsTo],
			};
		},
	};
}
