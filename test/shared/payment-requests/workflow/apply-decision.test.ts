import { describe, expect, it } from "vitest";
import type { PaymentRequest } from "../../../../shared/payment-requests/payment-request.ts";
import {
	type ApprovalStage,
	type ApprovalState,
	toWaiting,
} from "../../../../shared/payment-requests/stages/approval-stage.ts";
import {
	applyDecision,
	openApprovers,
} from "../../../../shared/payment-requests/workflow/apply-decision.ts";

const stageOf = (
	stage: number,
	states: Record<string, ApprovalState>,
): ApprovalStage => ({
	round: 1,
	stage,
	requires: "ALL",
	approvals: Object.entries(states).map(([userId, state]) => ({
		...toWaiting(userId),
		state,
	})),
});

describe("A2: the users who can decide now", () => {
	it("are those with an open approval of the stage", () => {
		const stage = stageOf(0, {
			"u-1": "APPROVED",
			"u-2": "OPEN",
			"u-3": "SKIPPED",
			"u-4": "OPEN",
		});
		expect(openApprovers(stage)).toEqual(["u-2", "u-4"]);
	});

	it("are empty if there are no stages", () => {
		expect(openApprovers(undefined)).toEqual([]);
	});
});

it("A1: an approval counts in its own stage, also for a user of several, and opens the next stage alone", () => {
	const waiting = { "u-1": "WAITING", "u-2": "WAITING" } as const;
	// No other property of a request has a part in this.
	const request = {
		version: 1,
		round: 1,
		state: "PENDING",
		openStage: 0,
		updatedAt: "2026-11-21T10:00:00.000Z",
	} as PaymentRequest;
	const stages = [
		stageOf(0, { "u-1": "OPEN" }),
		stageOf(1, waiting),
		stageOf(2, waiting),
	];
	const transition = applyDecision(
		{ request, stages },
		{ decision: "APPROVE", stage: 0, round: 1, note: null },
		{
			by: { userId: "u-1", keyId: null, channel: "MAIL" },
			now: new Date("2026-11-21T10:01:00.000Z"),
		},
	);
	expect(transition?.request).toMatchObject({ state: "PENDING", openStage: 1 });
	expect(
		transition?.stages.map(({ approvals }) =>
			approvals.map(({ state, decided }) => [state, decided?.by.userId]),
		),
	).toEqual([
		[["APPROVED", "u-1"]],
		[
			["OPEN", undefined],
			["OPEN", undefined],
		],
		[
			["WAITING", undefined],
			["WAITING", undefined],
		],
	]);
});
