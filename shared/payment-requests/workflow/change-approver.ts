import { maxInstant } from "../../dates/max-instant.ts";
import {
	type ApprovalStage,
	findApproval,
	isUndecided,
	toOpen,
	toWaiting,
} from "../stages/approval-stage.ts";
import {
	type Advance,
	type Author,
	type Transition,
	toChanged,
	toEntry,
} from "./transition.ts";

/** A5: replaces an approver by another, adds one, or asks one again. */
export interface ApproverChange {
	stage: number;
	round: number;
	/** null: adds `to`. */
	from: string | null;
	to: string;
	reason: string;
}

/** A5, "Repetition": is `to` there already, and `from` not (any more)? */
export function isRepeated(
	{ request, stages }: Advance,
	{ round, stage, from, to }: ApproverChange,
): boolean {
	const there = round === request.round ? stages[stage] : undefined;
	return isUndecidedBy(there, to) && !(from && isUndecidedBy(there, from));
}

export function isUndecidedBy(
	stage: ApprovalStage | undefined,
	userId: string,
): boolean {
	const approval = findApproval(stage, userId);
	return approval !== undefined && isUndecided(approval);
}

/**
 * Carries out a change that is allowed (`approver-checks.ts`).
 *
 * @param author `by` is null for the operator.
 */
export function changeApprover(
	advance: Advance,
	{ stage: index, from, to, reason }: ApproverChange,
	author: { by: Author | null; now: Date },
): Transition {
	const changed = toChanged(advance.request, author);
	const at = changed.updatedAt;
	const askedAt = afterAll(advance.stages[index], at);
	const added =
		index === changed.openStage
			? { ...toOpen(toWaiting(to), at), askedAt }
			: toWaiting(to);
	const stages = advance.stages.map((stage) => {
		if (stage.stage !== index) return stage;
		const { approvals } = stage;
		if (from === null) return { ...stage, approvals: [...approvals, added] };
		return {
			...stage,
			approvals: approvals.map((approval) => {
				if (approval.userId !== from) return approval;
				return from === to ? { ...approval, askedAt } : added;
			}),
		};
	});
	const entry = toEntry(changed, {
		action: "APPROVER_CHANGED",
		by: author.by,
		stage: index,
		note: reason,
		changes: { approver: { from, to } },
	});
	return { request: changed, stages, entries: [entry] };
}

/**
 * The instant of a change, or a later one if an approver of the stage was asked at or after it. So two requests to one
 * approver never have the same instant, and the latest one, which alone counts (A9), can be recognised.
 */
function afterAll(stage: ApprovalStage | undefined, at: string): string {
	const asked = (stage?.approvals ?? []).map(({ askedAt }) =>
		askedAt === null ? 0 : Date.parse(askedAt) + 1,
	);
	return maxInstant(at, new Date(Math.max(0, ...asked)).toISOString());
}
