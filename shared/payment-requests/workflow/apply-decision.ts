import { schemaFailed } from "../../errors/validate.ts";
import type { PaymentRequest } from "../payment-request.ts";
import {
	type Approval,
	type ApprovalStage,
	findApproval,
	isComplete,
	open,
	skipUndecided,
} from "../stages/approval-stage.ts";
import {
	type Advance,
	type HistoryEntry,
	stopped,
	type Transition,
	type TransitionAuthor,
	toChanged,
	toEntry,
	toOutcomeEntry,
} from "./transition.ts";

export const decisions = ["APPROVE", "REJECT", "RETURN"] as const;

/** A2: the decision of one approval. */
export interface Decision {
	decision: (typeof decisions)[number];
	stage: number;
	round: number;
	note: string | null;
}

/** A2: who rejects or returns says why. */
export function requireNote({
	decision,
	note,
}: {
	decision: Decision["decision"];
	note?: string;
}) {
	if (decision === "APPROVE" || note !== undefined) return;
	throw schemaFailed({
		instancePath: "",
		keyword: "required",
		message: "must have required property 'note'",
		params: {},
	});
}

/** The state of an approval with this decision, which is also the decision's action in the history. */
const decidedStates = {
	APPROVE: "APPROVED",
	REJECT: "REJECTED",
	RETURN: "RETURNED",
} as const;

/** A2, "Repetition": has the user decided this approval, and alike? undefined: not yet. */
export function findEarlierDecision(
	stage: ApprovalStage | undefined,
	userId: string,
	{ decision }: Decision,
): "SAME" | "OTHER" | undefined {
	const approval = findApproval(stage, userId);
	if (!approval?.decided) return undefined;
	return approval.state === decidedStates[decision] ? "SAME" : "OTHER";
}

/** The approvers who can decide now. */
export const openApprovers = (stage: ApprovalStage | undefined): string[] =>
	(stage?.approvals ?? [])
		.filter(({ state }) => state === "OPEN")
		.map(({ userId }) => userId);

/**
 * A1, A2: decides the approval of `author.by` in the open stage.
 *
 * @returns undefined when the user has no open approval there.
 */
export function applyDecision(
	advance: Advance,
	{ decision, stage: index, note }: Decision,
	author: TransitionAuthor,
): Transition | undefined {
	const stage = advance.stages[index];
	if (findApproval(stage, author.by.userId)?.state !== "OPEN") return undefined;
	const changed = toChanged(advance.request, author);
	const { channel, ...by } = author.by;
	const state = decidedStates[decision];
	const decided = { note, at: changed.updatedAt, by, channel };
	const toDecided = (approval: Approval): Approval =>
		approval.userId === by.userId ? { ...approval, state, decided } : approval;
	const stages = advance.stages.map((one) =>
		one === stage ? { ...one, approvals: one.approvals.map(toDecided) } : one,
	);
	const entry = toEntry(changed, {
		action: state,
		by: author.by,
		stage: index,
		note,
	});
	const after = { request: changed, stages };
	if (state === "APPROVED") return advanceStage(after, index, entry);
	const end = state === "REJECTED" ? "REJECTED" : "PENDING_RESUBMISSION";
	return { ...stopped(after, changed, end), entries: [entry] };
}

/** Opens the next stage if the open one is complete, or completes the request. */
function advanceStage(
	{ request, stages }: Advance,
	index: number,
	entry: HistoryEntry,
): Transition {
	const stage = stages[index];
	if (!stage || !isComplete(stage))
		return { request, stages, entries: [entry] };
	const at = request.updatedAt;
	const hasNext = index + 1 < stages.length;
	const after: PaymentRequest = hasNext
		? { ...request, openStage: index + 1 }
		: { ...request, state: "APPROVED", openStage: null };
	return {
		request: after,
		stages: stages.map((one, position) => {
			if (position === index) return skipUndecided(one);
			return position === index + 1 ? open(one, at) : one;
		}),
		entries: [entry, toOutcomeEntry(after)],
	};
}
