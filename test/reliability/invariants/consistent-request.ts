import { expect } from "vitest";
import type {
	PaymentRequest,
	RecordedApproval,
	RecordedEntry,
} from "../records.ts";

/** A1: history, approvals and state of a payment request agree, and no approval counts twice. */
export function expectConsistentRequest(request: PaymentRequest) {
	const { id, state, round, version, approvals, history } = request;
	expect({ id, ...toPresent(history) }).toEqual({ id, state, round, version });
	const present = history.filter((entry) => entry.round === round);
	expectSameDecisions(approvals, present);
	const openStage =
		state === "PENDING"
			? present.findLast(({ action }) => action === "STAGE_OPENED")?.stage
			: undefined;
	const stages = Map.groupBy(approvals, ({ stage }) => stage);
	for (const [stage, own] of stages) {
		const states = new Set(own.map((approval) => approval.state));
		const where = `stage ${stage} of ${id}`;
		expect(states.has("OPEN") && stage !== openStage, where).toBe(false);
		expect(
			states.has("WAITING") && !(stage > (openStage ?? Number.NaN)),
			where,
		).toBe(false);
		const isOver = openStage === undefined ? isCompleted(present) : true;
		if (isOver && !(stage >= (openStage ?? Number.POSITIVE_INFINITY)))
			expect(isComplete(own), where).toBe(true);
	}
}

/** What a history says of its request: each entry but a consequence has made a version. */
function toPresent(history: readonly RecordedEntry[]) {
	const last = history.findLast(({ action }) => action in statesAfter);
	const actions = history.map(({ action }) => action);
	return {
		state: statesAfter[last?.action ?? ""],
		round: actions.filter((action) => opensRound.includes(action)).length,
		version: history.filter((entry) => !isConsequence(entry)).length,
	};
}

const opensRound = ["CREATED", "RESUBMITTED"];

const statesAfter: Readonly<Record<string, string>> = {
	CREATED: "PENDING",
	RESUBMITTED: "PENDING",
	COMPLETED: "APPROVED",
	REJECTED: "REJECTED",
	RETURNED: "PENDING_RESUBMISSION",
	CANCELLED: "CANCELLED",
};

/** The entries of one write have its id, and a number from the second one on. */
const isConsequence = ({ id }: RecordedEntry) => id.includes("-");

/** Not by an organization file, which says that the approvals were given elsewhere. */
const isCompleted = (present: readonly RecordedEntry[]) =>
	present.some((entry) => entry.action === "COMPLETED" && isConsequence(entry));

/** Every decision of the round is in its history once, and in the approval that it decided. */
function expectSameDecisions(
	approvals: readonly RecordedApproval[],
	present: readonly RecordedEntry[],
) {
	const decided = approvals
		.filter(({ decidedBy }) => decidedBy)
		.map(({ stage, userId, state, decidedBy }) => {
			expect(decidedBy?.userId).toBe(userId);
			return `${state} ${stage} ${userId}`;
		});
	const recorded = present
		.filter(({ action, by }) => by && decisions.includes(action))
		.map(({ action, stage, by }) => `${action} ${stage} ${by?.userId}`);
	expect(decided.toSorted()).toEqual(recorded.toSorted());
}

const decisions = ["APPROVED", "REJECTED", "RETURNED"];

function isComplete(approvals: readonly RecordedApproval[]): boolean {
	const needed = approvals.filter(({ state }) => state !== "SKIPPED");
	const isApproved = ({ state }: RecordedApproval) => state === "APPROVED";
	return (
		needed.some(isApproved) &&
		(approvals[0]?.requires === "ANY" || needed.every(isApproved))
	);
}
