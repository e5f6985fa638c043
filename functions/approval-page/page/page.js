import { decisionForm } from "./decision-form.js";
import { element } from "./element.js";
import { problemView } from "./problem-view.js";
import { approvalsView, historyView } from "./progress-view.js";
import { netPayable, requestView, vendorOf } from "./request-view.js";
import { noticeView, sendingView, unsentView } from "./sending-view.js";
import { readRequest, sendDecision } from "./service.js";
import { standingView } from "./standing-view.js";

/** Counts what was begun: an answer to something earlier is not shown. */
let latest = 0;

/** Decisions that may be recorded, though their answers are unknown, by token: each sends its decision again. */
const unanswered = new Map();

/**
 * Reads the request of the link and shows it. Nothing else happens until the reader decides.
 *
 * @param kept `{notice, note}`: the outcome of a decision that the service refused, and the reader's note.
 */
async function open(kept = {}) {
	const token = location.hash.slice(1);
	if (token === "") return showProblem("INCOMPLETE", {});
	const outcome = await begin(readRequest(token));
	if (outcome?.kind === "DATA") showRequest(token, outcome.data, kept);
	else if (outcome) showProblem(toProblem(outcome), { token, kept });
}

/** @param token That of the request that the reader sees: the fragment may be that of another link by now. */
async function decide(token, data, decision) {
	const mayBeRecorded = unanswered.has(token);
	const sendAgain = () => decide(token, data, decision);
	unanswered.set(token, sendAgain);
	showParts(data, sendingView());
	const outcome = await begin(sendDecision(token, decision, mayBeRecorded));
	if (!outcome) return;
	if (!outcome.mayBeTaken) unanswered.delete(token);
	const { note } = decision;
	if (outcome.kind === "DATA") showRequest(token, outcome.data);
	else if (isOfLink(outcome)) showProblem("INVALID", { token });
	// Decided, changed or ended meanwhile: what it is now says more than the error.
	else if (outcome.kind === "REFUSED") await open({ notice: outcome, note });
	else {
		const readAgain = () => open({ note });
		showParts(data, unsentView(outcome.kind, { sendAgain, readAgain }));
	}
}

/** @returns undefined when something else was begun meanwhile. */
async function begin(sending) {
	latest += 1;
	const begun = latest;
	const outcome = await sending;
	return begun === latest ? outcome : undefined;
}

const isOfLink = ({ code }) => code === "APPROVAL_LINK_INVALID";

const toProblem = (outcome) =>
	outcome.kind === "REFUSED"
		? isOfLink(outcome) || outcome.status === 400
			? "INVALID"
			: "DOWN"
		: outcome.kind;

function showRequest(token, data, { notice, note } = {}) {
	unanswered.delete(token);
	const send = (decision) => decide(token, data, decision);
	showParts(
		data,
		data.canDecide ? decisionForm(data, send, note) : standingView(data),
		notice,
	);
}

function showParts(data, decision, notice) {
	const { organizationName, approver, request } = data;
	byId("organization").textContent = organizationName || "Approval";
	byId("approver").textContent = `For ${approver.name || approver.userId}`;
	show(
		request
			? `${netPayable(request)} to ${vendorOf(request)}`
			: "Submitted again",
		requestView(data),
		element(
			"div",
			{ class: "side" },
			notice === undefined ? "" : noticeView(notice),
			decision,
		),
		approvalsView(data),
		historyView(data),
	);
}

function showProblem(problem, { token, kept }) {
	const sendAgain = unanswered.get(token);
	const tryAgain = () => open(kept);
	show("Approval", problemView(problem, { tryAgain, sendAgain }));
}

/** Replaces the view. The focus and the announcement follow to the heading that says what happened. */
function show(title, ...parts) {
	const view = byId("view");
	const hadFocus =
		view.contains(document.activeElement) ||
		document.activeElement === document.body;
	const isFirst = view.querySelector("#loading") !== null;
	document.querySelector("dialog")?.close();
	view.replaceChildren(element("div", { class: "parts" }, ...parts));
	document.title = `${title} – approval`;
	const said = view.querySelector(".decision h2") ?? view.querySelector("h1");
	if (hadFocus && !isFirst) said.focus();
	else byId("announcement").textContent = said.textContent;
}

const byId = (id) => document.getElementById(id);

// The link of another mail, opened in the same tab, changes nothing but the fragment.
window.addEventListener("hashchange", () => open());
window.addEventListener("online", () =>
	document.querySelector(".OFFLINE .try")?.click(),
);
// The browser shows a page as it was when its reader comes back to it.
window.addEventListener(
	"pageshow",
	({ persisted }) => persisted && open({ note: byId("note")?.value }),
);
void open();
