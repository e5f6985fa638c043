import { element, heading, quotation } from "./element.js";
import { timeElement } from "./format.js";
import { person } from "./request-view.js";

export const titles = {
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

/** Decisions of an organization file (A1), which have no author. */
const decidedElsewhere = {
	COMPLETED: "Approved",
	REJECTED: "Rejected",
	RETURNED: "Returned for changes",
	CANCELLED: "Cancelled",
};

/** Why there is nothing to decide (any more): who did what, and when. */
export function standingView(data) {
	const { request, approvals, approver, history, reason } = data;
	const isSuspended = /suspended/.test(reason);
	// While nothing can be decided, no earlier decision is the cause.
	const last = isSuspended ? undefined : history.find(isLast);
	return element(
		"section",
		{
			class: `card decision standing ${last?.action ?? ""}`,
			"aria-labelledby": "standing",
		},
		heading("h2", { id: "standing" }, titleOf(request, reason, isSuspended)),
		element("p", {}, reason),
		last &&
			element(
				"p",
				{ class: "last" },
				...(last.by
					? [person(last.by.userId, approver), ` ${verbs[last.action]} on `]
					: [`${decidedElsewhere[last.action]} in another system on `]),
				timeElement(last.at),
				last.note ? ":" : ".",
			),
		last?.note && quotation(last.note),
		!isSuspended && whoIsNext(request, approvals, approver),
	);
}

/** Is it the entry that says how the request came to stand as it does? The history has the newest first. */
function isLast({ action, by, at }, index, history) {
	if (by) return action in verbs;
	const isConsequence =
		action === "COMPLETED" &&
		history[index + 1]?.by &&
		history[index + 1].at === at;
	return action in decidedElsewhere && !isConsequence;
}

function titleOf(request, reason, isSuspended) {
	if (request === null) return "There is nothing to decide here";
	if (request.state !== "PENDING") return titles[request.state];
	if (isSuspended) return "Nothing can be decided now";
	// The reason is that of the link's stage: the reader may have decided in others.
	return /^You have /.test(reason)
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
