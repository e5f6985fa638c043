import {
	type Approval,
	type ApprovalStage,
	findApproval,
} from "./approval-stage.ts";

/**
 * The approvals of a stage that a write opened, or whose approvers it asks again (approvals A8).
 *
 * @param before null: the write created the stage.
 */
export const approversToNotify = (
	before: ApprovalStage | null,
	after: ApprovalStage,
): Approval[] =>
	after.approvals.filter((approval) => {
		if (approval.state !== "OPEN") return false;
		const earlier = findApproval(before ?? undefined, approval.userId);
		if (earlier?.state !== "OPEN") return true;
		// Stored before there were transitions: a later write adds the instant at which it opened.
		return earlier.askedAt === null
			? approval.askedAt !== approval.openedAt
			: approval.askedAt !== earlier.askedAt;
	});
