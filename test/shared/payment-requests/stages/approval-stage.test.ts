import { describe, expect, it } from "vitest";
import type { StageRequirement } from "../../../../shared/organizations/organization.ts";
import type { PaymentRequest } from "../../../../shared/payment-requests/payment-request.ts";
import {
	type Approval,
	type ApprovalStage,
	type ApprovalState,
	isComplete,
	skipUndecided,
	toOpening,
	toWaiting,
} from "../../../../shared/payment-requests/stages/approval-stage.ts";
import { approversToNotify } from "../../../../shared/payment-requests/stages/approvers-to-notify.ts";
import { changeApprover } from "../../../../shared/payment-requests/workflow/change-approver.ts";

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

	it("a stage that closes skips its undecided approvals, and stays as it is if there are none", () => {
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

const instant = (milliseconds: number) =>
	new Date(Date.UTC(2026, 10, 21, 10, 0, 0, milliseconds)).toISOString();
const asked = (openedAt: number, askedAt = openedAt) => ({
	state: "OPEN" as const,
	openedAt: instant(openedAt),
	askedAt: instant(askedAt),
});
const only = (change: Partial<Approval>): ApprovalStage => ({
	...stageOf([]),
	approvals: [{ ...toWaiting("u-1"), ...change }],
});

describe("A8: a write asks an approver", () => {
	it.each<[string, Partial<Approval> | null, Partial<Approval>, boolean]>([
		["whose stage begins open", null, asked(0), true],
		["whose stage begins later", null, {}, false],
		["whose stage opens", {}, asked(0), true],
		["who is asked already", asked(0), asked(0), false],
		["who is asked again", asked(0), asked(0, 1), true],
		["who was asked again before", asked(0, 1), asked(0, 1), false],
		["who has decided", asked(0), { ...asked(0, 1), state: "APPROVED" }, false],
		[
			"who takes another's place",
			{ ...asked(0), userId: "u-2" },
			asked(0),
			true,
		],
	])("%s: from %j to %j", (_, before, after, isAsked) => {
		const found = approversToNotify(before && only(before), only(after));
		expect(found).toHaveLength(isAsked ? 1 : 0);
	});
});

it("A9: an approver who is put back counts as asked last, even by a function whose clock is behind", () => {
	// No other property of a request has a part in this.
	const request = {
		...{ version: 1, round: 1, state: "PENDING", openStage: 0 },
		updatedAt: instant(0),
	} as PaymentRequest;
	const present = { ...only(asked(5, 7)), stage: 0 };
	const change = { stage: 0, round: 1, from: null, to: "u-2", reason: "Back" };
	const author = { by: null, now: new Date(instant(6)) };
	const { stages } = changeApprover(
		{ request, stages: [present] },
		change,
		author,
	);
	expect(stages[0]?.approvals.at(-1)).toMatchObject({
		...{ userId: "u-2", openedAt: instant(6), askedAt: instant(8) },
	});
});
