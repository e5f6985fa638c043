import type { AdvanceState } from "../../shared/payment-requests/payment-request.ts";
import {
	type ApprovalState,
	findApproval,
} from "../../shared/payment-requests/stages/approval-stage.ts";
import type { Advance } from "../../shared/payment-requests/workflow/transition.ts";

/** For a link of a round before the present one. */
export const resubmitted =
	"The payment request was changed and submitted again: its approvers are asked anew, each with a mail of their own.";

/** For every link of a suspended organization. */
export const suspended =
	"The organization is suspended: no decisions are taken until its operator resumes it.";

/** Why the approver of a stage of the present round cannot decide; null when they can. */
export function whyNotDecidable(
	{ request, stages }: Advance,
	{ stage, userId }: { stage: number; userId: string },
): string | null {
	const { state } = request;
	const approval = findApproval(stages[stage], userId);
	const own = approval && decided[approval.state];
	if (own) return own;
	if (state !== "PENDING") return ended[state];
	return approval?.state === "OPEN" ? null : notNeeded;
}

const decided: Partial<Record<ApprovalState, string>> = {
	APPROVED: "You have approved this payment request.",
	REJECTED: "You have rejected this payment request.",
	RETURNED: "You have returned this payment request for changes.",
};

const ended: Record<Exclude<AdvanceState, "PENDING">, string> = {
	APPROVED: "The payment request is approved: your decision is not needed.",
	REJECTED: "The payment request was rejected: your decision is not needed.",
	PENDING_RESUBMISSION:
		"The payment request was returned for changes: your decision is not needed.",
	CANCELLED: "The payment request was cancelled: your decision is not needed.",
};

const notNeeded =
	"Another approver has decided for this stage: your decision is not needed.";
