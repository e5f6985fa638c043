import { element, heading, quotation } from "./element.js";
import { timeElement } from "./format.js";
import { person } from "./request-view.js";

const titles = {
	APPROVED: "This request is approved",
	REJECTED: "This request was rejected",
	PENDING_RESUBMISSION: "This request was returned for changes",
	CANCELLED: "This request was cancelled",
};

const verbs = {
	APPROVED: "approved",
	REJECTED: "rejected it",
	RETURNED: "returned it",
	CANCELLED: "cancelled it",
	RESUBMITTED: "submitted it again",
};

/** Why there is nothing to decide (any more): who did what, and when. */
export function standingView(data) {
	const { request, approvals, approver, history, reason } = data;
	const own = approvals.filter(({ userId }) => userId === approver.userId);
	const last = history.find(({ action }) => action in verbs);
	return element(
		"section",
		{
			class: `card decision standing ${last?.action ?? ""}`,
			"aria-labelledby": "standing",
		},
		heading("h2", { id: "standing" }, titleOf(request, own)),
		element("p", {}, reason),
		last?.by &&
			element(
				"p",
				{ class: "last" },
				person(last.by.userId, approver),
				` ${verbs[last.action]} on `,
				timeElement(last.at),
				last.note ? ":" : ".",
			),
		last?.note && quotation(last.note),
		whoIsNext(request, approvals, approver),
	);
}

function titleOf(request, own) {
	if (request === null) return "There is nothing to decide here";
	if (request.state !== "PENDING") return titles[request.state];
	return own.some(({ decidedAt }) => decidedAt)
		? "You have decided"
		: "Your decision is not needed";
}

function whoIsNext(request, approvals, approver) {
	if (request?.state !== "PENDING") return null;
	const open = approvals.filter(({ state }) => state === "OPEN");
	const mine = open.find(({ userId }) => userId === approver.userId);
	if (mine)
		return element(
			"p",
			{},
			`You are asked in stage ${mine.stage + 1} as well, with a link of its own: look for that mail.`,
		);
	if (open.length === 0) return null;
	const names = open.flatMap(({ userId }, index) => [
		index > 0 ? ", " : "",
		person(userId, approver),
	]);
	return element("p", {}, "Now it waits for ", ...names, ".");
}
