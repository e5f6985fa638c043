import { expect, it } from "vitest";
import { inboxKey } from "../../../../shared/dynamodb/keys.ts";
import { leftInboxKeys } from "../../../../shared/payment-requests/inbox/inbox-items.store.ts";
import {
	type ApprovalStage,
	toWaiting,
} from "../../../../shared/payment-requests/stages/approval-stage.ts";

/** A stage of the first round: its first approver is still asked, its last one has an id that no user can have. */
const stageOf = (approvers: number): ApprovalStage => ({
	...{ round: 1, stage: 0, requires: "ALL" },
	approvals: Array.from({ length: approvers }, (_, index) => ({
		...toWaiting(index < approvers - 1 ? `u-${index}` : "u".repeat(2_000)),
		state: index === 0 ? "OPEN" : "SKIPPED",
	})),
});

it("27: entries are left by the closed approvals of a stage with more approvers than a transaction deletes", () => {
	const left = (approvers: number, round: number) =>
		leftInboxKeys("acme", { id: "pr-1", round }, [stageOf(approvers)]);
	const keys = Array.from({ length: 95 }, (_, index) =>
		inboxKey("acme", `u-${index}`, {
			...{ paymentRequestId: "pr-1", round: 1, stage: 0 },
		}),
	);
	expect(left(95, 2)).toEqual([]);
	expect(left(96, 2)).toEqual(keys);
	expect(left(96, 1)).toEqual(keys.slice(1));
});
