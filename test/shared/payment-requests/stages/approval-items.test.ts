import { describe, expect, it } from "vitest";
import type { PaymentRequest } from "../../../../shared/payment-requests/payment-request.ts";
import {
	toApprovalItem,
	toApprovalStage,
	toStageOf,
} from "../../../../shared/payment-requests/stages/approval-items.store.ts";
import {
	type ApprovalStage,
	toOpen,
	toWaiting,
} from "../../../../shared/payment-requests/stages/approval-stage.ts";

const opened = "2026-11-21T10:00:00.000Z";
const asked = "2026-11-21T11:00:00.000Z";
const by = { userId: "u-4", keyId: null };
const decided = { note: null, at: asked, by, channel: "MAIL" as const };
const stage: ApprovalStage = {
	...{ round: 1, stage: 1, requires: "ANY" },
	approvals: [
		toWaiting("u-1"),
		toOpen(toWaiting("u-2"), opened),
		{ ...toOpen(toWaiting("u-3"), opened), askedAt: asked },
		{ ...toOpen(toWaiting("u-4"), opened), state: "APPROVED", decided },
	],
};
const stored = () => ({ ...toApprovalItem("acme", "pr-1", stage, 3) });

describe("data model: the item of a stage", () => {
	it("lacks the instants that an approval lacks, and one that is the same; it is read as it was", () => {
		expect(stored().approvers).toStrictEqual([
			{ userId: "u-1", state: "WAITING" },
			{ userId: "u-2", state: "OPEN", openedAt: opened },
			{ userId: "u-3", state: "OPEN", openedAt: opened, askedAt: asked },
			{ userId: "u-4", state: "APPROVED", openedAt: opened, ...decided },
		]);
		expect(toApprovalStage(stored())).toEqual(stage);
	});

	const createdAt = "2026-11-21T09:00:00.000Z";
	// No other property of a request has a part in this.
	const requestOf = (round: number) =>
		({ state: "PENDING", round, createdAt }) as PaymentRequest;
	const statesOf = (round: number) =>
		toStageOf(requestOf(round), stored()).approvals.map(({ state }) => state);

	it("has no open approval once another round has begun", () => {
		expect(statesOf(1)).toEqual(["WAITING", "OPEN", "OPEN", "APPROVED"]);
		expect(statesOf(2)).toEqual([
			...["SKIPPED", "SKIPPED", "SKIPPED", "APPROVED"],
		]);
	});

	it("stored without instants, opened with the request; what waits has not opened", () => {
		const approvers = [
			{ userId: "u-1", state: "WAITING" },
			{ userId: "u-2", state: "OPEN" },
			{ userId: "u-3", state: "OPEN", openedAt: opened },
		];
		const before = { ...stored(), approvers };
		expect(toStageOf(requestOf(1), before).approvals).toEqual([
			toWaiting("u-1"),
			toOpen(toWaiting("u-2"), createdAt),
			toOpen(toWaiting("u-3"), opened),
		]);
	});
});
