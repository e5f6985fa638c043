import { expect, it } from "vitest";
import { advanceStates } from "../../../../shared/advances/payment-request.ts";
import { approvalStates } from "../../../../shared/approvals/approval-stage.ts";
import { historyActions } from "../../../../shared/approvals/transition.ts";

const page: string = "../../../../functions/approval-page/page";
const progress = await import(`${page}/progress-view.js`);
const { requestStates } = await import(`${page}/request-view.js`);
const { titles } = await import(`${page}/standing-view.js`);

const ended = advanceStates.filter((state) => state !== "PENDING");

it.each([
	["history action", progress.actions, historyActions],
	["state of an approval", progress.approvalStates, approvalStates],
	["state of a request", requestStates, advanceStates],
	["state in which no one decides", titles, ended],
])("A9: the page has words for each %s", (_, words, names) => {
	expect(Object.keys(words).toSorted()).toEqual([...names].toSorted());
});
