import { toDetails } from "../../../../../shared/schemas/described.ts";
import { describedVendor } from "../../../../../shared/vendors/vendor.ts";
import { absentDetails } from "../../../../support/skus.ts";
import { holdsItsOrder } from "../../../advance-states.ts";
import {
	type Before,
	type Invoice,
	isLocked,
	type Order,
	type PlainRecord,
	paidFor,
} from "../before.ts";

/** Records as answers show them: all that follows from the export (R2 to R8). */

export const toInvoiceRecord = (invoice: Invoice, { now }: Before) => ({
	id: invoice.slug,
	invoiceNumber: invoice.invoiceNumber ?? null,
	vendorId: invoice.vendorId ?? null,
	state: invoice.state,
	amount: invoice.amount.toNumber(),
	due: invoice.due.toNumber(),
	paid: paidFor(invoice).toNumber(),
	description: invoice.description ?? null,
	platformPaymentInFlight: invoice.platformPaymentInFlight,
	lock: isLocked(invoice, now) ? invoice.lock : null,
});

export function toOrderRecord(order: Order, { records }: Before) {
	const holder = [...records.advances, ...records.paymentRequests].find(
		(advance) =>
			advance.purchaseOrderLinkId === order.id && holdsItsOrder(advance),
	);
	return {
		poId: order.id,
		poNumber: order.poNumber,
		state: order.state,
		matchingState: order.matchingState,
		vendorId: order.vendorId ?? null,
		amount: order.amount.toNumber(),
		poType: order.poType ?? null,
		description: order.description ?? null,
		paymentTerms: order.paymentTerms ?? null,
		linkedPaymentRequestId: holder?.id ?? null,
	};
}

export const toVendorRecord = ({
	id,
	...vendor
}: PlainRecord): PlainRecord => ({
	...toDetails(describedVendor, vendor),
	...withoutAuthors(vendor),
	vendorId: id,
});

export const toSkuRecord = (sku: PlainRecord): PlainRecord => ({
	...absentDetails,
	...withoutAuthors(sku),
});

/** R6: what the export has, with `paymentRequestId` for `id`. They have no `updatedAt`, thus no `updatedBy` (R1). */
export const toRequestRecord = ({
	id,
	updatedBy: _,
	history: __,
	...request
}: PlainRecord): PlainRecord => ({
	purchaseOrderLinkId: null,
	...request,
	paymentRequestId: id,
});

export const toTaxRecord = withoutAuthors;

export const toTagRecord = ({ slug, ...tag }: PlainRecord): PlainRecord => ({
	...withoutAuthors(tag),
	id: slug,
});

export const toBatchRecord = withoutAuthors;

/** R1, "Who": not all records say it. */
function withoutAuthors({
	createdBy: _,
	updatedBy: __,
	...rest
}: PlainRecord): PlainRecord {
	return rest;
}
