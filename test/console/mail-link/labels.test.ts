import { expect, it } from "vitest";
import { whyNotDecidable } from "../../../functions/approval-page/standing.ts";
import { advanceStates } from "../../../shared/payment-requests/payment-request.ts";
import { approvalStates } from "../../../shared/payment-requests/stages/approval-stage.ts";
import { historyActions } from "../../../shared/payment-requests/workflow/transition.ts";
import { mailedRequest } from "../../support/mailed-request.ts";

const views: string = "../../../console/src/approvals";
const progress = await import(`${views}/progress-view.tsx`);
const { requestStates } = await import(`${views}/request-states.ts`);
const { endedTitles } = await import(`${views}/standing-view.tsx`);

const ended = advanceStates.filter((state) => state !== "PENDING");

it.each([
	["history action", progress.actions, historyActions],
	["state of an approval", progress.approvalStates, approvalStates],
	["state of a request", requestStates, advanceStates],
	["state in which no one decides", endedTitles, ended],
])("A9: the pages have words for each %s", (_, words, names) => {
	expect(Object.keys(words).toSorted()).toEqual([...names].toSorted());
});

it.each([
	["PENDING", "OPEN", null],
	["PENDING", "APPROVED", /^You have approved /],
	["PENDING", "SKIPPED", /^Another approver has decided for this stage/],
	["APPROVED", "APPROVED", /^You have approved /],
	["APPROVED", "SKIPPED", /is approved: your decision is not needed/],
	["REJECTED", "REJECTED", /^You have rejected /],
	["REJECTED", "SKIPPED", /was rejected: your decision is not needed/],
	["PENDING_RESUBMISSION", "RETURNED", /^You have returned /],
	["PENDING_RESUBMISSION", "SKIPPED", /returned for changes: your decision/],
	["CANCELLED", "APPROVED", /^You have approved /],
	["CANCELLED", "SKIPPED", /was cancelled: your decision is not needed/],
] as const)(
	"A9: of a request that is %s, whose approver's approval is %s, the page says why there is nothing to decide",
	(state, own, reason) => {
		const { paymentRequest, stages } = mailedRequest({ state });
		const shown = stages.map((stage) => ({
			...stage,
			approvals: stage.approvals.map((one) => ({ ...one, state: own })),
		}));
		const why = whyNotDecidable(
			{ request: paymentRequest, stages: shown },
			{ stage: 0, userId: "u-approver" },
		);
		if (reason === null) expect(why).toBeNull();
		else expect(why).toMatch(reason);
	},
);
