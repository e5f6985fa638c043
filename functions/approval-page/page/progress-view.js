import { element, quotation } from "./element.js";
import { timeElement } from "./format.js";
import { person } from "./request-view.js";

export const approvalStates = {
	WAITING: "Not asked yet",
	OPEN: "Asked, not decided",
	APPROVED: "Approved",
	REJECTED: "Rejected",
	RETURNED: "Returned for changes",
	SKIPPED: "Not needed",
};

/** The approvals of a round, stage by stage. */
export function approvalsView({ approvals, approver }) {
	const stages = Map.groupBy
		? Map.groupBy(approvals, ({ stage }) => stage)
		: groupByStage(approvals);
	return element(
		"section",
		{ class: "card approvals", "aria-labelledby": "approvals" },
		element("h2", { id: "approvals" }, "Approvals"),
		...[...stages].map(([stage, ofStage]) =>
			stageView(ofStage, { stage, count: stageCount(approvals), approver }),
		),
	);
}

/** A stage without approvers has no approval, but counts: one may be named later. */
export const stageCount = (approvals) =>
	1 + Math.max(...approvals.map(({ stage }) => stage));

function stageView(approvals, { stage, count, approver }) {
	const rule =
		approvals.length === 1
			? ""
			: approvals[0].requires === "ANY"
				? ": one approval is enough"
				: ": all must approve";
	return [
		element(
			"h3",
			{},
			count > 1 || rule ? `Stage ${stage + 1} of ${count}${rule}` : "One stage",
		),
		element(
			"ul",
			{ class: "people" },
			...approvals.map(({ userId, state, decidedAt, note, channel }) =>
				element(
					"li",
					{},
					element("span", { class: "person" }, person(userId, approver)),
					element(
						"span",
						{ class: `state ${state}` },
						approvalStates[state] ?? state,
					),
					decidedAt &&
						element(
							"span",
							{ class: "quiet when" },
							timeElement(decidedAt),
							channel === "MAIL" && ", from a mail",
						),
					note && quotation(note),
				),
			),
		),
	];
}

export const actions = {
	CREATED: "Raised",
	RESUBMITTED: "Changed and submitted again",
	STAGE_OPENED: "Approval opened",
	COMPLETED: "Request approved",
	APPROVED: "Approved",
	REJECTED: "Rejected",
	RETURNED: "Returned for changes",
	CANCELLED: "Cancelled",
	APPROVER_CHANGED: "Approver changed",
};

/** The latest history, newest first. */
export const historyView = ({ history, approver }) =>
	element(
		"section",
		{ class: "card history", "aria-labelledby": "history" },
		element("h2", { id: "history" }, "History"),
		history.length === 0
			? element("p", { class: "quiet" }, "Nothing is recorded.")
			: element(
					"ol",
					{},
					...history.map((entry) => entryView(entry, approver)),
				),
	);

const entryView = ({ action, at, by, stage, note, changes }, approver) =>
	element(
		"li",
		{ class: action },
		element("strong", {}, actions[action] ?? action),
		stage !== null && ` in stage ${stage + 1}`,
		by && [" by ", person(by.userId, approver)],
		...replacement(changes?.approver, approver),
		element("span", { class: "quiet when" }, timeElement(at)),
		note && quotation(note),
	);

function replacement(change, approver) {
	if (!change) return [];
	const to = person(change.to, approver);
	if (change.from === change.to) return [": ", to, " was asked again"];
	if (!change.from) return [": ", to, " was added"];
	return [": ", person(change.from, approver), " was replaced by ", to];
}

function groupByStage(approvals) {
	const stages = new Map();
	for (const approval of approvals)
		stages.set(approval.stage, [
			...(stages.get(approval.stage) ?? []),
			approval,
		]);
	return stages;
}
