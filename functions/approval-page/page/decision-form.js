import { callersText, element, heading, quotation } from "./element.js";
import { stageCount } from "./progress-view.js";
import { netPayable, person, vendorOf } from "./request-view.js";

const noteMax = 1_000;

const decisions = [
	{
		decision: "APPROVE",
		label: "Approve",
		look: "primary",
		question: ["Approve ", "?"],
	},
	{
		decision: "RETURN",
		label: "Return for changes",
		look: "secondary",
		question: ["Return ", " for changes?"],
	},
	{
		decision: "REJECT",
		label: "Reject",
		look: "danger",
		question: ["Reject ", "?"],
	},
];

const consequences = {
	APPROVE: () => ["Your approval cannot be withdrawn."],
	RETURN: ({ createdBy, resubmittedBy }, approver) => [
		"The request goes back to ",
		requester(resubmittedBy ?? createdBy, approver),
		" with your note. No other approver can decide until it is submitted again.",
	],
	REJECT: () => [
		"This is final for all approvers: the request cannot be submitted again.",
	],
};

const requester = (actor, approver) =>
	actor ? person(actor.userId, approver) : "the requester";

/**
 * The note, the three decisions, and one question before one is sent.
 *
 * @param decide Called with `{decision, note?}`.
 * @param draft A note that the reader has written before.
 */
export function decisionForm(
	{ request, approver, approvals },
	decide,
	draft = "",
) {
	const own = approvals.find(
		({ userId, state }) => userId === approver.userId && state === "OPEN",
	);
	const stages = stageCount(approvals);
	const error = element("p", { class: "error", id: "note-error" });
	const note = element("textarea", {
		id: "note",
		rows: "4",
		"aria-describedby": "note-hint note-error",
		oninput: () => showError(""),
	});
	note.value = draft;
	const showError = (message) => {
		error.textContent = message;
		note.setAttribute("aria-invalid", `${message !== ""}`);
		if (message) note.focus();
	};
	const choose = async (chosen) => {
		const text = note.value.trim();
		const problem = noteProblem(text, chosen.decision);
		if (problem) return showError(problem);
		showError("");
		const question = questionDialog(chosen, { text, request, approver });
		if (!(await question)) return;
		decide({
			decision: chosen.decision,
			...(text !== "" && { note: text }),
		});
	};
	return element(
		"section",
		{ class: "card decision", "aria-labelledby": "decide" },
		heading("h2", { id: "decide" }, "Your decision"),
		element(
			"p",
			{},
			"You decide as ",
			callersText(approver.name || approver.userId),
			own && stages > 1 ? `, in stage ${own.stage + 1} of ${stages}.` : ".",
		),
		element("label", { for: "note" }, "Note"),
		element(
			"p",
			{ class: "quiet", id: "note-hint" },
			"Needed to return or reject. The requester and all approvers can read it.",
		),
		note,
		error,
		element(
			"div",
			{ class: "buttons" },
			...decisions.map((one) =>
				element(
					"button",
					{ type: "button", class: one.look, onclick: () => choose(one) },
					one.label,
				),
			),
		),
	);
}

function noteProblem(text, decision) {
	const length = [...text].length;
	if (length > noteMax)
		return `The note has ${length.toLocaleString("en")} characters. It may have ${noteMax.toLocaleString("en")}.`;
	return text === "" && decision !== "APPROVE"
		? "Say in the note what has to change, or why you reject the request."
		: "";
}

/** Asks once. The focus is on "Back": a key that is held down for too long sends nothing. */
function questionDialog(
	{ decision, label, look, question },
	{ text, request, approver },
) {
	const dialog = element(
		"dialog",
		{ "aria-labelledby": "question", "aria-describedby": "consequence" },
		element(
			"h2",
			{ id: "question" },
			`${question[0]}${netPayable(request)} to `,
			callersText(vendorOf(request)),
			question[1],
		),
		element(
			"p",
			{ id: "consequence" },
			...consequences[decision](request, approver),
		),
		text && quotation(text),
		element(
			"div",
			{ class: "buttons" },
			element(
				"button",
				{ type: "button", class: look, onclick: () => dialog.close("yes") },
				`Yes, ${label.toLowerCase()}`,
			),
			element(
				"button",
				{
					type: "button",
					class: "secondary",
					autofocus: "",
					onclick: () => dialog.close(),
				},
				"Back",
			),
		),
	);
	document.body.append(dialog);
	dialog.showModal();
	return new Promise((resolve) => {
		dialog.addEventListener("close", () => {
			dialog.remove();
			resolve(dialog.returnValue === "yes");
		});
	});
}
