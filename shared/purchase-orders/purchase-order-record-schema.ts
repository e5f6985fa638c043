import {
	decimal,
	detailsSchema,
	instant,
	integer,
	listOf,
	oneOfValues,
	orNull,
	record,
	tagValues,
	text,
	version,
	who,
} from "../schemas/record-schema.ts";
import { matchingStates, purchaseOrderStates } from "./purchase-order.ts";
import { describedLine, describedOrder } from "./schema.ts";

const head = {
	poId: text,
	externalId: orNull(text),
	poNumber: orNull(text),
	state: oneOfValues(purchaseOrderStates),
	matchingState: oneOfValues(matchingStates),
	vendorId: orNull(text),
	amount: decimal,
	...detailsSchema(describedOrder),
	currency: orNull(text),
};

const tail = {
	linkedPaymentRequestId: orNull(text),
	version,
	createdAt: instant,
	updatedAt: instant,
	createdBy: orNull(who),
	updatedBy: orNull(who),
};

export const lineItemRecordSchema = record({
	identifier: text,
	quantity: decimal,
	rate: decimal,
	...detailsSchema(describedLine),
	taxId: orNull(integer),
	taxAmount: orNull(decimal),
	tags: orNull(tagValues),
});

/** `toListedPurchaseOrder` (R2) */
export const listedPurchaseOrderSchema = record({ ...head, ...tail });

/** `toPurchaseOrderRecord` (R2) */
export const purchaseOrderRecordSchema = record({
	...head,
	tags: orNull(tagValues),
	lineItems: listOf(lineItemRecordSchema),
	...tail,
});
