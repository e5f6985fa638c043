import { element, heading } from "./element.js";

/** What the page shows in place of a request that cannot be shown. */
export function problemView(problem, tryAgain) {
	const { title, sentences, canTryAgain } = problems[problem];
	return element(
		"section",
		{ class: "card problem", "aria-labelledby": "title" },
		heading("h1", { id: "title" }, title),
		...sentences.map((sentence) => element("p", {}, sentence)),
		canTryAgain &&
			element(
				"button",
				{ type: "button", class: "primary", onclick: tryAgain },
				"Try again",
			),
	);
}

const askAgain =
	"If the request still waits for you, an administrator of your organization can ask you again: you get a new mail with a new link.";

const problems = {
	INCOMPLETE: {
		title: "This link is incomplete",
		sentences: [
			"Open the link from the mail itself, or copy all of it, with what follows the sign #.",
		],
	},
	INVALID: {
		title: "This link is not valid",
		sentences: [
			"It has expired, was replaced by the link of a later mail, or belongs to someone who no longer decides. Nothing was decided with it now.",
			`Look for a later mail about the request. ${askAgain}`,
		],
	},
	OFFLINE: {
		title: "There is no connection",
		sentences: [
			"The service could not be reached. Nothing was decided. Check your connection: the page tries again as soon as it is back.",
		],
		canTryAgain: true,
	},
	BUSY: {
		title: "Too many requests at the moment",
		sentences: [
			"Many approvers use the service right now. Nothing was decided. Wait a few seconds, then try again.",
		],
		canTryAgain: true,
	},
	DOWN: {
		title: "The service cannot answer at the moment",
		sentences: [
			"This is not your doing, and nothing was decided. Try again in a minute. The link stays valid.",
		],
		canTryAgain: true,
	},
};
