import { describe, expect, it } from "vitest";
import {
	toApprovalItem,
	toApprovalStage,
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
});
