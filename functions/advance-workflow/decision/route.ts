import {
	type Decision,
	decideApproval,
	findEarlierDecision,
	openApprovers,
} from "../../../shared/domain/advances/decide-approval.ts";
import { requestersOf } from "../../../shared/domain/advances/transition.ts";
import {
	alreadyDecided,
	notAnApprover,
	stageNotOpen,
	wrongState,
} from "../../../shared/domain/advances/workflow-errors.ts";
import type { PaymentRequest } from "../../../shared/domain/payment-request.ts";
import { schemaFailed } from "../../../shared/domain/validate.ts";
import { jsonBody } from "../../../shared/http/json-body.ts";
import type { StoredAdvance } from "../../../shared/store/advances/find-advance.ts";
import { findStage } from "../../../shared/store/advances/find-stage.ts";
import { findActiveUsers } from "../../../shared/store/organizations/active-users.ts";
import {
	type TransitionContext,
	transitionRoute,
} from "../transition-route.ts";
import { validate } from "./schema.validator.js";

const readBody = jsonBody(validate);

/** `POST /v1.0/payment/request/{paymentRequestId}/decision` (approvals A2) */
export const decisionRoute = transitionRoute<Decision>({
	operation: "decide-approval",
	permission: "payments:approve",
	parse(event) {
		const { decision, stage, round, note } = readBody(event);
		if (decision !== "APPROVE" && note === undefined) throw noteRequired();
		return { decision, stage, round, note: note ?? null };
	},
	async decide(advance, decision, context) {
		const { request } = advance;
		const stage = await findDecidedStage(advance, decision, context);
		const earlier = findEarlierDecision(stage, context.by.userId, decision);
		if (earlier === "SAME") return null;
		if (earlier === "OTHER") throw alreadyDecided();
		context.requireVersion(request.version);
		requireOpen(request, decision);
		const transition = decideApproval(advance, decision, context);
		if (!transition) throw await refuseDecider(advance, context);
		return { transition };
	},
});

const noteRequired = () =>
	schemaFailed({
		instancePath: "",
		keyword: "required",
		message: "must have required property 'note'",
		params: {},
	});

/** The stage that the decision names: a repetition may come when the next round has begun. */
async function findDecidedStage(
	{ request, stages }: StoredAdvance,
	{ round, stage }: Decision,
	{ table, request: { caller } }: TransitionContext,
) {
	if (round >= request.round || round < 1)
		return round === request.round ? stages[stage] : undefined;
	return findStage(table, caller.organization.id, request.id, { round, stage });
}

function requireOpen(request: PaymentRequest, { round, stage }: Decision) {
	const { state, openStage } = request;
	if (state !== "PENDING") throw wrongState(state, ["PENDING"]);
	if (round !== request.round || stage !== openStage)
		throw stageNotOpen(request);
}

async function refuseDecider(
	{ request, stages }: StoredAdvance,
	{ table, by, request: { caller } }: TransitionContext,
): Promise<Error> {
	const able = await findActiveUsers(
		table,
		caller.organization.id,
		openApprovers(stages[request.openStage ?? 0]),
	);
	const isRequester =
		!request.selfApproval && requestersOf(request).includes(by.userId);
	return notAnApprover(able, isRequester);
}
