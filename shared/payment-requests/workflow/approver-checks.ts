import type { User } from "../../organizations/organization.ts";
import { approversMax, findApproval } from "../stages/approval-stage.ts";
import { type ApproverChange, isUndecidedBy } from "./change-approver.ts";
import {
	approverHasDecided,
	approverIsThere,
	notAnActiveUser,
	notAnUndecidedApprover,
	notAskedYet,
	requesterAsApprover,
	stageClosed,
	tooManyApprovers,
	wrongState,
} from "./errors.ts";
import { type Advance, requestersOf } from "./transition.ts";

/** Approvals A5: throws the 409 of a change in a stage that is over, or whose approver cannot be asked yet. */
export function requireOpenOrLater(
	{ request, stages }: Advance,
	{ round, stage: index, from, to }: ApproverChange,
) {
	const { state, openStage } = request;
	if (state !== "PENDING") throw wrongState(state, ["PENDING"]);
	const stage = stages[index];
	const isPast = openStage === null || index < openStage;
	if (round !== request.round || !stage || isPast) throw stageClosed(request);
	if (from === to && findApproval(stage, to)?.state === "WAITING")
		throw notAskedYet();
}

/**
 * Approvals A5: throws the 400 of a change that names the wrong user.
 *
 * @param user The user `to`.
 */
export function requireChangeableApprover(
	{ request, stages }: Advance,
	{ stage: index, from, to }: ApproverChange,
	user: User | undefined,
) {
	const stage = stages[index];
	if (!user?.active) throw notAnActiveUser();
	if (!request.selfApproval && requestersOf(request).includes(to))
		throw requesterAsApprover();
	const present = findApproval(stage, to);
	if (present?.decided) throw approverHasDecided();
	if (present && from !== to) throw approverIsThere();
	if (from !== null && !isUndecidedBy(stage, from))
		throw notAnUndecidedApprover();
	if (from === null && (stage?.approvals.length ?? 0) >= approversMax)
		throw tooManyApprovers();
}
