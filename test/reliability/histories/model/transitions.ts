import { expect } from "vitest";
import type { PaymentRequest, RecordedApproval } from "../../records.ts";
import { openStage, resubmissions } from "../../transitions.ts";
import type { Known } from "../known.ts";
import type { Action } from "../step.ts";
import { type Transit, transitedRequest } from "../transited-request.ts";
import { policyOf, refusalOfLink } from "./advances.ts";
import type { Before } from "./before.ts";
import { answered, type Expected, refused } from "./expected.ts";

/** The table of transitions (A1), for a client that has just read the request. */
export function expectedTransition(
	{ records }: Before,
	id: string,
	{ choice, asCfo }: Transit,
): Expected {
	const request = records.paymentRequests.find((one) => one.id === id);
	if (!request)
		return records.advances.some((one) => one.id === id)
			? invalid
			: refused(404, "PAYMENT_REQUEST_NOT_FOUND");
	switch (choice.kind) {
		case "decision":
			return decided(request, choice.decision, asCfo ? "u-cfo" : "u-admin");
		case "cancellation":
			if (request.state === "CANCELLED") return unchanged(request);
			if (request.state === "REJECTED") return invalid;
			return becomes(request, "CANCELLED");
		case "resubmission": {
			if (request.state !== "PENDING_RESUBMISSION") return invalid;
			const body = resubmissions[choice.body];
			if (!body) throw new Error(`There is no resubmission ${choice.body}`);
			const message = refusalOfLink(records, body, id);
			if (message !== undefined) {
				const error = {
					code: "VALIDATION_ERROR",
					message: expect.stringContaining(message),
				};
				return { answer: { status: 400, body: { error } } };
			}
			const { state } = policyOf(body);
			return becomes(request, state, {
				round: request.round + 1,
				purchaseOrderLinkId: body.purchaseOrderLinkId ?? null,
			});
		}
		case "approver":
			return changed(request, choice);
	}
}

const invalid = refused(409, "INVALID_STATE_TRANSITION");

const decidedStates = {
	APPROVE: "APPROVED",
	REJECT: "REJECTED",
	RETURN: "RETURNED",
} as const;

function decided(
	request: PaymentRequest,
	decision: keyof typeof decidedStates,
	userId: string,
): Expected {
	const stage = openStage(request);
	const own = approvalOf(request, stage, userId);
	const state = decidedStates[decision];
	if (own?.decidedBy)
		return own.state === state
			? unchanged(request)
			: refused(409, "ALREADY_DECIDED");
	if (request.state !== "PENDING") return invalid;
	if (own?.state !== "OPEN") return refused(403, "ACCESS_DENIED");
	if (state === "REJECTED") return becomes(request, "REJECTED");
	if (state === "RETURNED") return becomes(request, "PENDING_RESUBMISSION");
	const isOpen =
		own.requires === "ALL" &&
		request.approvals.some(
			(other) =>
				other !== own && other.stage === stage && other.state === "OPEN",
		);
	const hasNext = request.approvals.some((other) => other.stage > stage);
	return becomes(request, isOpen || hasNext ? "PENDING" : "APPROVED");
}

/** A5, in the open stage. */
function changed(
	request: PaymentRequest,
	{ from, to }: { from: string | null; to: string },
): Expected {
	if (request.state !== "PENDING") return invalid;
	const stage = openStage(request);
	const present = approvalOf(request, stage, to);
	const isUndecided = (userId: string) =>
		approvalOf(request, stage, userId)?.state === "OPEN";
	if (isUndecided(to) && !(from && isUndecided(from)))
		return unchanged(request);
	const isInvalid =
		present?.decidedBy ||
		(present && from !== to) ||
		(from && !isUndecided(from));
	if (isInvalid) return refused(400, "VALIDATION_ERROR");
	return becomes(request, "PENDING");
}

/** A1, "Organization files". Contract 2: an entry as it was last imported changes nothing. */
export function expectedElsewhere(
	{ records }: Before,
	action: Extract<Action, { kind: "decideElsewhere" }>,
	known: Known,
): Expected {
	const { state } = action;
	const id = transitedRequest(action, known);
	const request = records.paymentRequests.find((one) => one.id === id);
	// Advances of files have no workflow.
	if (!request) return { leavesOpen: ["advances"] };
	const decided = { advances: { [id]: { state } } };
	const last = known.decidedElsewhere.get(id);
	if (last === "UNKNOWN")
		return { isRefused: undefined, oneOf: () => [{}, decided] };
	if (last === state || request.state === state) return {};
	const isFinal = ["REJECTED", "CANCELLED"].includes(request.state);
	const isRefused = isFinal || state === "PENDING";
	return { isRefused, changes: () => decided };
}

const approvalOf = (
	{ approvals }: PaymentRequest,
	stage: number,
	userId: string,
): RecordedApproval | undefined =>
	approvals.find((one) => one.stage === stage && one.userId === userId);

const unchanged = ({ state, round, version }: PaymentRequest): Expected =>
	answered({ state, round, version });

function becomes(
	{ id, round, version }: PaymentRequest,
	state: string,
	changes: { round?: number; purchaseOrderLinkId?: string | null } = {},
): Expected {
	const { purchaseOrderLinkId } = changes;
	return answered(
		{ state, round: changes.round ?? round, version: version + 1 },
		() => ({
			advances: {
				[id]: {
					state,
					...(purchaseOrderLinkId !== undefined && { purchaseOrderLinkId }),
				},
			},
		}),
	);
}
