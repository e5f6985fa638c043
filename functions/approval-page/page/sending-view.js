import { element, heading } from "./element.js";

/** Shown in place of the form while a decision is sent. */
export const sendingView = () =>
	element(
		"section",
		{ class: "card decision", "aria-labelledby": "sending" },
		heading("h2", { id: "sending" }, "Sending your decision…"),
		element("p", {}, "Keep this page open until it says what was recorded."),
	);

/** Shown when a decision was sent several times without an answer. */
export function unsentView(kind, { sendAgain, readAgain }) {
	const isBusy = kind === "BUSY";
	return element(
		"section",
		{ class: "card decision", "aria-labelledby": "unsent" },
		heading(
			"h2",
			{ id: "unsent" },
			isBusy
				? "Too many requests at the moment"
				: "It is not known whether your decision was recorded",
		),
		element(
			"p",
			{},
			isBusy
				? "Your decision was not recorded yet. Wait a few seconds, then send it again."
				: "The service did not answer. Send the decision again: it counts once, however often it is sent.",
		),
		element(
			"div",
			{ class: "buttons" },
			element(
				"button",
				{ type: "button", class: "primary", onclick: sendAgain },
				"Send again",
			),
			element(
				"button",
				{ type: "button", class: "secondary", onclick: readAgain },
				"See what is recorded",
			),
		),
	);
}

/** Above the form or the standing: the outcome of a decision that was refused, perhaps after it was taken. */
export const noticeView = ({ message = "", mayBeTaken }) =>
	element(
		"p",
		{ class: "notice", role: "alert" },
		element(
			"strong",
			{},
			mayBeTaken
				? "Sent again, your decision was refused. "
				: "Your decision was not recorded. ",
		),
		message,
	);
