import { describe, expect, it } from "vitest";
import {
	type ApprovalStage,
	type ApprovalState,
	isComplete,
	type StageRequirement,
	skipUndecided,
	toOpening,
	toWaiting,
} from "../../../shared/approvals/approval-stage.ts";

const stageOf = (
	states: readonly ApprovalState[],
	requires: StageRequirement = "ALL",
): ApprovalStage => ({
	round: 1,
	stage: 0,
	requires,
	approvals: states.map((state, index) => ({
		...toWaiting(`u-${index}`),
		state,
	})),
});

describe("3.2: a request whose round begins", () => {
	it("waits for its first stage, also for one without approvers", () => {
		expect(toOpening([stageOf([])])).toEqual({
			state: "PENDING",
			openStage: 0,
		});
	});

	it("is APPROVED if there is no stage", () => {
		expect(toOpening([])).toEqual({ state: "APPROVED", openStage: null });
	});
});

describe("A1, A5: a stage", () => {
	it.each<[StageRequirement, ApprovalState[], boolean]>([
		["ALL", ["APPROVED", "APPROVED"], true],
		["ALL", ["APPROVED", "SKIPPED"], true],
		["ALL", ["APPROVED", "OPEN"], false],
		["ALL", ["SKIPPED", "SKIPPED"], false],
		["ALL", [], false],
		["ANY", ["APPROVED", "OPEN"], true],
		["ANY", ["OPEN", "OPEN"], false],
		["ANY", ["SKIPPED"], false],
		["ANY", [], false],
	])(
		"of %s with approvals %j: complete is %j",
		(requires, states, expected) => {
			expect(isComplete(stageOf(states, requires))).toBe(expected);
		},
	);

	it("that closes skips what is undecided, and is left as it is if nothing is", () => {
		const { approvals } = skipUndecided(
			stageOf(["APPROVED", "OPEN", "WAITING", "RETURNED"]),
		);
		expect(approvals.map(({ state }) => state)).toEqual([
			"APPROVED",
			"SKIPPED",
			"SKIPPED",
			"RETURNED",
		]);
		const decided = stageOf(["APPROVED", "SKIPPED"]);
		expect(skipUndecided(decided)).toBe(decided);
	});
});
