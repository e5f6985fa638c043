import type { User } from "../../organizations/organization.ts";
import { secondsBetween } from "../../timing/write-deadline.ts";
import { approversMax, findApproval } from "../stages/approval-stage.ts";
import { type ApproverChange, isUndecidedBy } from "./change-approver.ts";
import {
	approverHasDecided,
	approverIsThere,
	askedTooRecently,
	notAnActiveUser,
	notAnUndecidedApprover,
	notAskedYet,
	requesterAsApprover,
	requesterChangesApprovers,
	stageClosed,
	tooManyApprovers,
	wrongState,
} from "./errors.ts";
import { type Advance, isExcludedRequester } from "./transition.ts";

/** How soon after it opened, or was last asked, an approval can be asked again (A5). */
export const askAgainSeconds = 300;

/** A5: throws the 409 of a change in a stage that is over, or whose approver cannot be asked yet. */
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
 * A5: throws the 400 of a change that names the wrong user.
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
	if (isExcludedRequester(request, to)) throw requesterAsApprover();
	const present = findApproval(stage, to);
	if (present?.decided) throw approverHasDecided();
	if (present && from !== to) throw approverIsThere();
	if (from !== null && !isUndecidedBy(stage, from))
		throw notAnUndecidedApprover();
	if (from === null && (stage?.approvals.length ?? 0) >= approversMax)
		throw tooManyApprovers();
}

/** A7: throws the 403 of a requester who would choose who decides. Anyone may ask an approver again. */
export function requireMayChange(
	{ request }: Advance,
	{ from, to }: ApproverChange,
	userId: string,
) {
	if (from !== to && isExcludedRequester(request, userId))
		throw requesterChangesApprovers();
}

/** A5: throws the 409 of asking an approver again too soon, so that a loop cannot flood them with mails. */
export function requireAskableAgain(
	{ stages }: Advance,
	{ stage: index, from, to }: ApproverChange,
	now: Date,
) {
	const askedAt = findApproval(stages[index], to)?.askedAt;
	if (from !== to || !askedAt) return;
	const asked = new Date(askedAt);
	if (secondsBetween(asked, now) < askAgainSeconds)
		throw askedTooRecently(new Date(asked.getTime() + askAgainSeconds * 1_000));
}
