import { advanceStates } from "../payment-request.ts";
import {
	count,
	decimal,
	instant,
	integer,
	listOf,
	oneOfValues,
	orNull,
	record,
	tagValues,
	text,
	who,
} from "./record-schema.ts";

const head = {
	paymentRequestId: text,
	type: { const: "VENDOR_ADVANCE" },
	state: oneOfValues(advanceStates),
	policyUsed: orNull(text),
	vendorId: text,
	currency: orNull(text),
	orgEntity: orNull(integer),
	purchaseOrderLinkId: orNull(text),
	narration: orNull(text),
};

export const advanceTaxSchema = record({
	subTotal: { ...decimal, description: "The pre-tax amount that was sent." },
	gstId: orNull(integer),
	gstAmount: orNull(decimal),
	tdsId: orNull(integer),
	tdsAmount: orNull(decimal),
	roundOff: decimal,
	netPayable: decimal,
});

export const approvalSchema = record({
	stage: { ...count, description: "Counted from 0." },
	userId: text,
	state: { const: "OPEN" },
});

const tail = { createdAt: orNull(instant), createdBy: orNull(who) };

/** `toListedPaymentRequest` (records R6) */
export const listedPaymentRequestSchema = record({
	...head,
	tax: orNull(advanceTaxSchema),
	...tail,
});

/** `toPaymentRequestRecord` (records R6) */
export const paymentRequestRecordSchema = record({
	...head,
	tags: orNull(tagValues),
	tax: orNull(advanceTaxSchema),
	payers: orNull(listOf(text)),
	approvals: orNull(listOf(approvalSchema)),
	...tail,
});
