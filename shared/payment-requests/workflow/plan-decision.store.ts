import type { Table } from "../../dynamodb/table.ts";
import { findActiveUsers } from "../../organizations/active-users.store.ts";
import type { StoredAdvance } from "../find-advance.store.ts";
import { findStage } from "../stages/approval-items.store.ts";
import {
	applyDecision,
	type Decision,
	findEarlierDecision,
	openApprovers,
} from "./apply-decision.ts";
import type { PlannedTransition } from "./change-advance.store.ts";
import {
	alreadyDecided,
	notAnApprover,
	stageNotOpen,
	wrongState,
} from "./errors.ts";
import { isExcludedRequester, type TransitionAuthor } from "./transition.ts";

export interface DecisionContext extends TransitionAuthor {
	table: Table;
	organizationId: string;
	/** Throws if the caller expects another version. */
	requireVersion: (version: number) => void;
}

/**
 * A2, from the repetition on: for `by`, who decides for themselves over the API or from a mail.
 *
 * @returns null for a repetition.
 */
export async function planDecision(
	advance: StoredAdvance,
	decision: Decision,
	context: DecisionContext,
): Promise<PlannedTransition | null> {
	const { request } = advance;
	const stage = await findDecidedStage(advance, decision, context);
	const earlier = findEarlierDecision(stage, context.by.userId, decision);
	if (earlier === "SAME") return null;
	if (earlier === "OTHER") throw alreadyDecided();
	context.requireVersion(request.version);
	requireOpen(advance, decision);
	const transition = applyDecision(advance, decision, context);
	if (!transition) throw await refuseDecider(advance, context);
	return { transition };
}

/** The stage that the decision names: a repetition may come when the next round has begun. */
async function findDecidedStage(
	{ request, stages }: StoredAdvance,
	{ round, stage }: Decision,
	{ table, organizationId }: DecisionContext,
) {
	if (round >= request.round || round < 1)
		return round === request.round ? stages[stage] : undefined;
	return findStage(table, organizationId, request.id, { round, stage });
}

function requireOpen({ request }: StoredAdvance, { round, stage }: Decision) {
	const { state, openStage } = request;
	if (state !== "PENDING") throw wrongState(state, ["PENDING"]);
	if (round !== request.round || stage !== openStage)
		throw stageNotOpen(request);
}

async function refuseDecider(
	{ request, stages }: StoredAdvance,
	{ table, by, organizationId }: DecisionContext,
): Promise<Error> {
	const able = await findActiveUsers(
		table,
		organizationId,
		openApprovers(stages[request.openStage ?? 0]),
	);
	return notAnApprover(able, isExcludedRequester(request, by.userId));
}
