import { schema as approverSchema } from "../../../functions/advance-workflow/approver/schema.ts";
import { schema as cancellationSchema } from "../../../functions/advance-workflow/cancellation/schema.ts";
import { schema as decisionSchema } from "../../../functions/advance-workflow/decision/schema.ts";
import * as endpoints from "../../../shared/endpoints/endpoints.ts";
import {
	historyEntrySchema,
	openApprovalSchema,
	paymentRequestRecordSchema,
} from "../../../shared/payment-requests/payment-request-record-schema.ts";
import { schema as advanceSchema } from "../../../shared/payment-requests/raise/schema.ts";
import type { Operation } from "../operation.ts";
import { pageOf } from "../page-schema.ts";
import { filter, pageParameters } from "../parameters.ts";

/** An advance of the demo organization. */
const pathIds = { paymentRequestId: "adv-active" };

/** What the transitions of a payment request share. */
const transition = {
	tag: "Approvals",
	pathIds,
	data: paymentRequestRecordSchema,
	etag: true,
} as const;

const notFoundOrNow = {
	404: ["PAYMENT_REQUEST_NOT_FOUND"],
	409: ["INVALID_STATE_TRANSITION"],
	412: ["VERSION_MISMATCH"],
} as const;

export const approvalOperations: readonly Operation[] = [
	{
		endpoint: endpoints.listOpenApprovals,
		tag: "Approvals",
		summary: "List what waits for a user's approval, the latest first",
		description:
			"The open approvals of the API key's user. Those of another user are for users with the role `ADMIN`: else 403 `ACCESS_DENIED`.",
		query: [
			...pageParameters(),
			filter("userId", "The open approvals of this user."),
		],
		data: pageOf(openApprovalSchema),
		errors: { 400: ["VALIDATION_ERROR"] },
	},
	{
		endpoint: endpoints.listPaymentRequestHistory,
		tag: "Approvals",
		pathIds,
		summary: "List the history of a payment request, newest first",
		description:
			"What was done, by whom and why. A consequence, such as the opening of a stage, is listed before its cause.",
		query: pageParameters(),
		data: pageOf(historyEntrySchema),
		errors: {
			400: ["VALIDATION_ERROR"],
			404: ["PAYMENT_REQUEST_NOT_FOUND"],
		},
	},
	{
		endpoint: endpoints.decideApproval,
		...transition,
		summary: "Approve, reject or return a payment request",
		description:
			"The API key's user decides their own open approval, which `stage` and `round` name.",
		repeated:
			"changes nothing: `stage` and `round` name the approval, which is decided once.",
		body: decisionSchema,
		errors: {
			...notFoundOrNow,
			400: ["VALIDATION_ERROR"],
			409: ["ALREADY_DECIDED", "INVALID_STATE_TRANSITION"],
		},
	},
	{
		endpoint: endpoints.resubmitPaymentRequest,
		...transition,
		summary: "Resubmit a payment request that was returned",
		description:
			"The body is the whole advance, not a patch, and is checked like a new one. Begins the next round of approvals.",
		repeated:
			"is a 412: the first one has changed the `version` that `If-Match` names. The record's `round` tells whether it took effect.",
		body: advanceSchema,
		errors: {
			...notFoundOrNow,
			400: ["VALIDATION_ERROR", "MISSING_REQUIRED_FIELD"],
			404: ["PAYMENT_REQUEST_NOT_FOUND", "VENDOR_NOT_FOUND"],
		},
	},
	{
		endpoint: endpoints.cancelPaymentRequest,
		...transition,
		summary: "Cancel a payment request",
		description:
			"Frees its purchase order. An approved request is cancelled by users with the role `ADMIN`.",
		repeated: "changes nothing: a payment request is cancelled once.",
		body: cancellationSchema,
		errors: { ...notFoundOrNow, 400: ["VALIDATION_ERROR"] },
	},
	{
		endpoint: endpoints.changeApprover,
		...transition,
		summary: "Replace or add an approver, or ask one again",
		description:
			"For users with the role `ADMIN`. Replaces `from`, who has not decided, by `to`; without `from`, adds `to`; with both equal, asks the approver again.",
		repeated:
			"changes nothing: an approver is replaced or added once. One that asks an approver again is a 412.",
		body: approverSchema,
		errors: { ...notFoundOrNow, 400: ["VALIDATION_ERROR"] },
	},
];
