import { element, heading } from "./element.js";

/**
 * What the page shows in place of a request that cannot be shown.
 *
 * @param sendAgain Sends the decision again that may be recorded; absent when there is none.
 */
export function problemView(problem, { tryAgain, sendAgain }) {
	const { title, cause, advice, canTryAgain } = problems[problem];
	const known = sendAgain
		? "It is not known whether the decision that you sent was recorded."
		: "Nothing was decided now.";
	return element(
		"section",
		{ class: `card problem ${problem}`, "aria-labelledby": "title" },
		heading("h1", { id: "title" }, title),
		element("p", {}, `${cause} ${known}`),
		element("p", {}, advice),
		canTryAgain &&
			element(
				"div",
				{ class: "buttons" },
				sendAgain && button("Send again", { class: "primary" }, sendAgain),
				sendAgain
					? button("See what is recorded", { class: "secondary try" }, tryAgain)
					: button("Try again", { class: "primary try" }, tryAgain),
			),
	);
}

const button = (label, properties, onclick) =>
	element("button", { type: "button", ...properties, onclick }, label);

const problems = {
	INCOMPLETE: {
		title: "This link is incomplete",
		cause: "A part of it is missing.",
		advice:
			"Open the link from the mail itself, or copy all of it, with what follows the sign #.",
	},
	INVALID: {
		title: "This link is not valid",
		cause:
			"It has expired, was replaced by the link of a later mail, or belongs to someone who no longer decides.",
		advice:
			"Look for a later mail about the request. If the request still waits for you, an administrator of your organization can ask you again: you get a new mail with a new link.",
	},
	OFFLINE: {
		title: "There is no connection",
		cause: "The service could not be reached.",
		advice:
			"Check your connection: the page tries again as soon as it is back.",
		canTryAgain: true,
	},
	BUSY: {
		title: "Too many requests at the moment",
		cause: "Many approvers use the service right now.",
		advice: "Wait a few seconds, then try again.",
		canTryAgain: true,
	},
	DOWN: {
		title: "The service cannot answer at the moment",
		cause: "This is not your doing.",
		advice: "Try again in a minute. The link stays valid.",
		canTryAgain: true,
	},
};
