import { suspended as suspendedReason } from "../../../functions/approval-page/standing.ts";
import { noMarks } from "../../../shared/payment-requests/payment-request.ts";

/** What the two POSTs of the approval page answer (A9), as the service writes it. */
export interface Shown {
	organizationName: string;
	timezone: string;
	approver: { userId: string; name: string };
	people: readonly { userId: string; name: string }[];
	order: {
		poNumber: string | null;
		amount: number | string;
		description: string | null;
	} | null;
	tags: readonly { name: string; value: string }[];
	gstName: string | null;
	tdsName: string | null;
	request: Readonly<Record<string, unknown>> | null;
	approvals: readonly object[];
	history: readonly object[];
	canDecide: boolean;
	reason: string | null;
}

const at = (minute: number) =>
	`2026-11-22T10:${`${minute}`.padStart(2, "0")}:00.000Z`;

const request = {
	paymentRequestId: "01M800MTVARA0YJWV9MQKHESTK",
	type: "VENDOR_ADVANCE",
	state: "PENDING",
	policyUsed: "Large advances",
	vendorId: "v-steel",
	vendorName: "Steel Traders",
	currency: "INR",
	orgEntity: 11,
	purchaseOrderLinkId: "po-large",
	narration:
		"Half of the steel for the new hall.\nThe rest follows in January.",
	tags: {},
	tax: {
		subTotal: 150_000,
		gstId: 1,
		gstAmount: 27_000,
		tdsId: 1,
		tdsAmount: 15_000.5,
		roundOff: 0,
		netPayable: 161_999.5,
	},
	payers: ["u-admin"],
	createdAt: at(0),
	createdBy: { userId: "u-bookkeeper", keyId: "key_1" },
	round: 1,
	version: 1,
	updatedAt: at(0),
	updatedBy: { userId: "u-bookkeeper", keyId: "key_1" },
	...noMarks,
};

const approval = (stage: number, userId: string, state: string) => ({
	round: 1,
	stage,
	userId,
	state,
	requires: stage === 0 ? "ALL" : "ANY",
	note: null,
	decidedAt: null,
	decidedBy: null,
	channel: null,
});

export const entry = (action: string, values: object = {}) => ({
	id: `${action}-1`,
	action,
	at: at(0),
	by: null,
	stage: null,
	round: 1,
	note: null,
	changes: null,
	...values,
});

export const by = (userId: string, channel = "API") => ({
	userId,
	keyId: channel === "API" ? "key_1" : null,
	channel,
});

/** An approver who can decide in the first of two stages; another has approved. */
export const open: Shown = {
	organizationName: "Demo India Pvt Ltd",
	timezone: "Asia/Kolkata",
	approver: { userId: "u-approver", name: "Divya" },
	people: [
		{ userId: "u-approver", name: "Divya" },
		{ userId: "u-admin", name: "Asha" },
		{ userId: "u-bookkeeper", name: "Chitra" },
		{ userId: "u-director", name: "Farid" },
	],
	order: {
		poNumber: "PO-0003",
		amount: 354_000,
		description: "Steel for plant 2",
	},
	tags: [{ name: "Cost centre", value: "R&D" }],
	gstName: "GST 18%",
	tdsName: null,
	request,
	approvals: [
		approval(0, "u-approver", "OPEN"),
		{
			...approval(0, "u-admin", "APPROVED"),
			note: "The price is the one of the contract.",
			decidedAt: at(20),
			decidedBy: { userId: "u-admin", keyId: "key_1" },
			channel: "API",
		},
		approval(1, "u-director", "WAITING"),
		approval(1, "u-admin", "WAITING"),
	],
	history: [
		entry("APPROVED", {
			at: at(20),
			by: by("u-admin"),
			stage: 0,
			note: "The price is the one of the contract.",
		}),
		entry("STAGE_OPENED", { stage: 0 }),
		entry("CREATED", { by: by("u-bookkeeper") }),
	],
	canDecide: true,
	reason: null,
};

export const decidedByMe = (state: string, note: string | null) => ({
	...approval(0, "u-approver", state),
	note,
	decidedAt: at(30),
	decidedBy: { userId: "u-approver", keyId: null },
	channel: "MAIL",
});

export const approvedByMe: Shown = {
	...open,
	request: { ...request, version: 2 },
	approvals: [
		decidedByMe("APPROVED", null),
		...open.approvals.slice(1, 2),
		approval(1, "u-director", "OPEN"),
		approval(1, "u-cfo", "OPEN"),
	],
	history: [
		entry("STAGE_OPENED", { at: at(30), stage: 1 }),
		entry("APPROVED", { at: at(30), by: by("u-approver", "MAIL"), stage: 0 }),
		...open.history,
	],
	canDecide: false,
	reason: "You have approved this payment request.",
};

/** Another approver ended it. */
const ended = (state: string, action: string, reason: string): Shown => ({
	...open,
	request: { ...request, state, version: 2 },
	approvals: open.approvals.map((one) => ({ ...one, state: "SKIPPED" })),
	history: [
		entry(action, {
			at: at(40),
			by: by("u-admin"),
			stage: action === "CANCELLED" ? null : 0,
			note: "Ordered twice",
		}),
		...open.history,
	],
	canDecide: false,
	reason,
});

export const rejected = ended(
	"REJECTED",
	"REJECTED",
	"The payment request was rejected: your decision is not needed.",
);
export const returned = ended(
	"PENDING_RESUBMISSION",
	"RETURNED",
	"The payment request was returned for changes: your decision is not needed.",
);
export const cancelled = ended(
	"CANCELLED",
	"CANCELLED",
	"The payment request was cancelled: your decision is not needed.",
);
export const approved: Shown = {
	...approvedByMe,
	request: { ...request, state: "APPROVED", version: 3 },
	history: [
		entry("COMPLETED", { at: at(50) }),
		entry("APPROVED", { at: at(50), by: by("u-director", "MAIL"), stage: 1 }),
		...approvedByMe.history,
	],
	reason: "The payment request is approved: your decision is not needed.",
};
/** One approval of the stage was enough. */
export const notNeeded: Shown = {
	...approvedByMe,
	approvals: [
		{ ...approval(0, "u-approver", "SKIPPED"), requires: "ANY" },
		...approvedByMe.approvals.slice(1),
	],
	history: open.history,
	reason:
		"Another approver has decided for this stage: your decision is not needed.",
};
/** The operator has suspended the organization: the reader's approval is open, and cannot be decided. */
export const suspended: Shown = {
	...open,
	canDecide: false,
	reason: suspendedReason,
};
/** An organization file brought the decision, after another approver's. */
const decidedElsewhere = (
	state: string,
	action: string,
	reason: string,
): Shown => ({
	...ended(state, action, reason),
	history: [entry(action, { at: at(45) }), ...open.history],
});
export const approvedElsewhere = decidedElsewhere(
	"APPROVED",
	"COMPLETED",
	"The payment request is approved: your decision is not needed.",
);
export const rejectedElsewhere = decidedElsewhere(
	"REJECTED",
	"REJECTED",
	"The payment request was rejected: your decision is not needed.",
);
export const resubmitted: Shown = {
	...returned,
	request: null,
	reason:
		"The payment request was changed and submitted again: its approvers are asked anew, each with a mail of their own.",
};
