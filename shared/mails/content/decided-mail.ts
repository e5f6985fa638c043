import type { AdvanceState } from "../../payment-requests/payment-request.ts";
import type { Mail } from "./mail.ts";
import { toMailInstant } from "./mail-instant.ts";
import { type MailParts, toMailHtml, toMailPlainText } from "./mail-layout.ts";
import { toMailText } from "./mail-text.ts";
import {
	type MailedRequest,
	nameMaxLength,
	ofOrganization,
	personOf,
	toLongText,
	toNetPayable,
	toRequestRows,
	toShortVendor,
} from "./request-rows.ts";

/** A payment request with the approver's decision that ended its round. */
export interface DecidedRequest extends MailedRequest {
	decision: {
		action: "APPROVED" | "REJECTED" | "RETURNED";
		userId: string;
		/** RFC 3339 */
		at: string;
		note: string | null;
	};
}

/** A8: the mail that informs the requester of the decision. */
export function toDecidedMail(request: DecidedRequest): Mail {
	const { decision, paymentRequest } = request;
	const { result, said, next } = toWording(request);
	const netPayable = toNetPayable(request);
	const decider = personOf(request, decision.userId);
	const parts: MailParts = {
		title: result,
		opening: `${decider} ${said} your vendor advance${ofOrganization(request)}. ${next}`,
		figure: { label: `${result}, net payable`, value: netPayable },
		rows: [
			["Decided by", decider],
			["Decided at", toMailInstant(decision.at, request.timezone)],
			["Note", toLongText(decision.note)],
			...toRequestRows(request),
			["Payment request", toMailText(paymentRequest.id, nameMaxLength)],
		],
	};
	return {
		subject: `${result}: ${netPayable} to ${toShortVendor(request)}`,
		text: toMailPlainText(parts),
		html: toMailHtml(parts),
	};
}

/** A mail that is late speaks of the state that the request has by then: it may have been cancelled meanwhile. */
function toWording({
	decision: { action },
	paymentRequest: { state },
}: Pick<DecidedRequest, "decision" | "paymentRequest">) {
	const wording = wordings[action];
	if (state === wording.state) return wording;
	return {
		...wording,
		result: `${wording.result}, then ${states[state]}`,
		next: `It was ${states[state]} since then.`,
	};
}

const states: Readonly<Record<AdvanceState, string>> = {
	PENDING: "submitted again",
	APPROVED: "approved",
	REJECTED: "rejected",
	PENDING_RESUBMISSION: "returned for changes",
	CANCELLED: "cancelled",
};

const wordings = {
	APPROVED: {
		state: "APPROVED",
		result: "Approved",
		said: "has given the last approval of",
		next: "It is approved.",
	},
	REJECTED: {
		state: "REJECTED",
		result: "Rejected",
		said: "has rejected",
		next: "This is final.",
	},
	RETURNED: {
		state: "PENDING_RESUBMISSION",
		result: "Returned for changes",
		said: "has returned",
		next: "Change it and submit it again, or cancel it.",
	},
} as const;
