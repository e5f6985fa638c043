import {
	type Approval,
	type ApprovalStage,
	findApproval,
} from "./approval-stage.ts";

/**
 * The approvals of a stage that a write opened, or whose approvers it asks again (A8).
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
		return earlier?.state !== "OPEN" || approval.askedAt !== earlier.askedAt;
	});
