import { stageRequirements } from "../organizations/organization.ts";
import {
	count,
	decimal,
	instant,
	integer,
	listOf,
	oneOfValues,
	orNull,
	record,
	type Schema,
	tagValues,
	text,
	version,
	who,
} from "../schemas/record-schema.ts";
import { advanceStates, type TransitionMarks } from "./payment-request.ts";
import { approvalStates, channels } from "./stages/approval-stage.ts";
import { historyActions } from "./workflow/transition.ts";

const head = {
	paymentRequestId: text,
	type: { const: "VENDOR_ADVANCE" },
	state: oneOfValues(advanceStates),
	policyUsed: orNull(text),
	vendorId: text,
	currency: orNull(text),
	orgEntity: orNull(integer),
	purchaseOrderLinkId: {
		...orNull(text),
		description: "The purchase order's `poId`.",
	},
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

const stage: Schema = { ...count, description: "Counted from 0." };
const round: Schema = {
	type: "integer",
	minimum: 1,
	description: "Counted from 1.",
};

export const approvalSchema = record({
	round,
	stage,
	userId: text,
	state: oneOfValues(approvalStates),
	requires: oneOfValues(stageRequirements),
	note: orNull(text),
	decidedAt: orNull(instant),
	decidedBy: orNull(who),
	channel: orNull(oneOfValues(channels)),
});

const marks: Readonly<Record<keyof TransitionMarks, Schema>> = {
	resubmittedAt: orNull(instant),
	resubmittedBy: orNull(who),
};

const tail = {
	createdAt: instant,
	createdBy: orNull(who),
	round: orNull(round),
	version,
	updatedAt: instant,
	updatedBy: orNull(who),
	...marks,
};

/** `toListedPaymentRequest` (R6) */
export const listedPaymentRequestSchema = record({
	...head,
	tax: orNull(advanceTaxSchema),
	...tail,
});

/** `toPaymentRequestRecord` (R6) */
export const paymentRequestRecordSchema = record({
	...head,
	tags: orNull(tagValues),
	tax: orNull(advanceTaxSchema),
	payers: orNull(listOf(text)),
	approvals: orNull(listOf(approvalSchema)),
	...tail,
});

/** `toHistoryRecord` (A6) */
export const historyEntrySchema = record({
	id: text,
	action: oneOfValues(historyActions),
	at: instant,
	by: orNull({
		...record({
			userId: text,
			keyId: orNull(text),
			channel: oneOfValues(channels),
		}),
		description: "Who did it; null for a consequence and an organization file.",
	}),
	stage: orNull(stage),
	round,
	note: orNull(text),
	changes: orNull({
		type: "object",
		description: "`{from, to}` by property; for `tags` by slug.",
		additionalProperties: true,
	}),
});

/** A request that the caller may decide (A6). */
export const openApprovalSchema = record({
	paymentRequestId: text,
	stage,
	round,
	requestedAt: instant,
	vendorId: text,
	vendorName: orNull(text),
	currency: text,
	netPayable: decimal,
	narration: orNull(text),
	requestedBy: orNull(who),
});
