import type {
	ApprovalStage,
	ApprovalState,
} from "../../payment-requests/stages/approval-stage.ts";
import type { Mail } from "./mail.ts";
import { toMailInstant } from "./mail-instant.ts";
import {
	type MailParts,
	type Row,
	toMailHtml,
	toMailPlainText,
} from "./mail-layout.ts";
import { toMailText } from "./mail-text.ts";
import {
	type MailedRequest,
	nameMaxLength,
	ofOrganization,
	personOf,
	requesterOf,
	toLongText,
	toNetPayable,
	toRequestRows,
	toShortVendor,
} from "./request-rows.ts";

/** A payment request that waits for the approvers of a stage. */
export interface ApprovalRequest extends MailedRequest {
	/** Stages are counted from 0. */
	stage: number;
	/** The approvals of the round. */
	stages: readonly ApprovalStage[];
}

/** An approver's link to the approval page (A9). */
export interface ApprovalLink {
	url: string;
	/** RFC 3339 */
	expiresAt: string;
	approverName: string;
}

/** A8: the mail that asks an approver. It says what the approval page says. */
export function toApprovalMail(
	request: ApprovalRequest,
	link: ApprovalLink,
): Mail {
	const { paymentRequest, stage } = request;
	const { policyUsed, round, id } = paymentRequest;
	const netPayable = toNetPayable(request);
	const requester = personOf(request, requesterOf(paymentRequest).userId);
	const ofStages =
		request.stages.length > 1
			? `stage ${stage + 1} of ${request.stages.length}`
			: "";
	const policy = toMailText(policyUsed, nameMaxLength);
	const parts: MailParts = {
		title: "Approval requested",
		opening: `${requester} asks${round > 1 ? " again" : ""} for your approval of a vendor advance${ofOrganization(request)}.`,
		figure: { label: "Net payable", value: netPayable },
		rows: [
			...toRequestRows(request),
			["Policy", [policy, ofStages].filter(Boolean).join(", ")],
			...request.stages.map((one) => toStageRow(one, request)),
			["Payment request", toMailText(id, nameMaxLength)],
		],
		link: toLinkPart(link, request),
	};
	return {
		// Who decides in several stages gets a mail for each, which must not look like one that was sent twice.
		subject: `Approval requested${ofStages && ` (${ofStages})`}: ${netPayable} to ${toShortVendor(request)}`,
		text: toMailPlainText(parts),
		html: toMailHtml(parts),
	};
}

/** The approvals of a stage with their states, as the approval page shows them. */
function toStageRow(
	{ stage, requires, approvals }: ApprovalStage,
	request: ApprovalRequest,
): Row {
	const people = approvals.map(
		({ userId, state }) =>
			`${personOf(request, userId)}: ${approvalStates[state]}`,
	);
	const rule = requires === "ANY" ? "one is enough" : "all must approve";
	const parts = people.length > 1 ? [...people, rule] : people;
	return [`Stage ${stage + 1}`, toLongText(parts.join("; "))];
}

const approvalStates: Readonly<Record<ApprovalState, string>> = {
	WAITING: "not asked yet",
	OPEN: "asked",
	APPROVED: "approved",
	REJECTED: "rejected",
	RETURNED: "returned for changes",
	SKIPPED: "not needed",
};

const toLinkPart = (
	{ url, expiresAt, approverName }: ApprovalLink,
	{ timezone }: ApprovalRequest,
) => ({
	label: "Look at the request and decide",
	url,
	notes: [
		`The link is for ${toMailText(approverName, nameMaxLength) || "you"} alone. Anyone who has this mail can decide in your name: do not forward it.`,
		`It works until ${toMailInstant(expiresAt, timezone)}. Opening it decides nothing.`,
	],
});
