import type { Item } from "../../../shared/dynamodb/reads/batch-get.ts";
import { toInvoiceDetails } from "../../../shared/invoices/invoices.store.ts";
import { pointedSlug } from "../../../shared/invoices/item/number-pointers.store.ts";
import { toDecimalText } from "../../../shared/money/decimal.ts";
import { findVendorNames } from "../../../shared/vendors/vendors.store.ts";
import { requireOrganization } from "../organizations/require-organization.ts";
import { exportLists, type Place } from "./export-lists.ts";
import { itemGroups } from "./export-organization.ts";
import { exportInvoices } from "./invoices.ts";

/** Which payments of an organization are listed. */
export interface PaymentFilters {
	/** Undefined for payments to every vendor. */
	vendorId?: string | undefined;
	/** The first and the last day, both included, in the organization's time zone; undefined for no limit. */
	from?: ((timezone: string) => string) | undefined;
	to?: ((timezone: string) => string) | undefined;
}

/** A payment as `org payments` shows it. Absent values are null; people are shown by their user id. */
export type ListedPayment =
	Awaited<ReturnType<typeof listPayments>> extends AsyncGenerator<infer Payment>
		? Payment
		: never;

/**
 * Lists the payments of an organization whose `paymentDate` is in a period, sorted by invoice and then in the order in
 * which they were recorded. It needs the memory and the reads of an export of invoices.
 *
 * @throws CommandError when the organization does not exist.
 */
export async function listPayments(
	place: Place,
	{ vendorId, from, to }: PaymentFilters,
	onProgress: (done: number, total: number) => void,
) {
	const { table, organizationId } = place;
	const { timezone, baseCurrency } = await requireOrganization(
		table,
		organizationId,
	);
	const [first, last] = [from?.(timezone), to?.(timezone)];
	const isInPeriod = ({ paymentDate }: { paymentDate: string }) =>
		(first === undefined || paymentDate >= first) &&
		(last === undefined || paymentDate <= last);
	return payments();

	async function* payments() {
		const groups = itemGroups(exportLists.invoices, place, { onProgress });
		for await (const items of groups) {
			const wanted = items.filter((item) => isOfVendor(item, vendorId));
			const names = await findVendorNames(
				table,
				organizationId,
				wanted.flatMap((item) => toInvoiceDetails(item).vendorId ?? []),
			);
			for await (const invoice of exportInvoices(table, organizationId, wanted))
				for (const payment of invoice.payments.filter(isInPeriod))
					yield {
						paymentDate: payment.paymentDate,
						recordedAt: payment.createdAt,
						invoiceId: invoice.slug,
						invoiceNumber: invoice.invoiceNumber ?? null,
						vendorId: invoice.vendorId ?? null,
						vendorName: names.get(invoice.vendorId ?? "") ?? null,
						currency: invoice.currency ?? baseCurrency,
						amount: payment.amount,
						utr: payment.utr,
						narration: payment.narration,
						paymentId: payment.id,
						batch: payment.batch,
						recordedBy: payment.userId,
						approvedAt: invoice.approvedAt,
						approvedBy: invoice.approvedBy?.userId ?? null,
						reversedAt: payment.reversedAt,
						reversedBy: payment.reversedBy?.userId ?? null,
						reversalReason: payment.reversalReason,
					};
		}
	}
}

const isOfVendor = (item: Item, vendorId: string | undefined) =>
	pointedSlug(item) === undefined &&
	(vendorId === undefined || toInvoiceDetails(item).vendorId === vendorId);

/** The columns of the CSV, in their order. */
const columns = [
	"paymentDate",
	"recordedAt",
	"invoiceId",
	"invoiceNumber",
	"vendorId",
	"vendorName",
	"currency",
	"amount",
	"utr",
	"narration",
	"paymentId",
	"batch",
	"recordedBy",
	"approvedAt",
	"approvedBy",
	"reversedAt",
	"reversedBy",
	"reversalReason",
] as const satisfies (keyof ListedPayment)[];

/** Payments as CSV (RFC 4180), with a line of column names. */
export async function* paymentsCsv(
	payments: AsyncIterable<ListedPayment>,
): AsyncGenerator<string> {
	yield `${columns.join(",")}\n`;
	for await (const payment of payments) {
		const cells = columns.map((column) => payment[column] ?? "");
		const texts = cells.map((cell) =>
			typeof cell === "string" ? cell : toDecimalText(cell),
		);
		yield `${texts.map(toCell).join(",")}\n`;
	}
}

/** An apostrophe keeps a text that begins like a formula a text; a spreadsheet would otherwise run it. */
function toCell(text: string): string {
	const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
	return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
