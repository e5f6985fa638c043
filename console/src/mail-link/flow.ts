import { signal } from "@preact/signals";
import { viewer } from "../parts/viewer.ts";
import {
	type LinkAnswer,
	type Outcome,
	readRequest,
	type SentDecision,
	sendDecision,
} from "./service.ts";

export type Problem = "INCOMPLETE" | "INVALID" | "OFFLINE" | "BUSY" | "DOWN";

type Refusal = Extract<Outcome, { kind: "REFUSED" }>;

/** What the page shows. */
export type View =
	| { kind: "LOADING" }
	| {
			kind: "PROBLEM";
			problem: Problem;
			readAgain: () => void;
			/** Sends the decision again, which may be recorded already. */
			sendAgain?: (() => void) | undefined;
	  }
	| ({ token: string; data: LinkAnswer } & (
			| { kind: "REQUEST"; refusal?: Refusal | undefined; draft: string }
			| { kind: "SENDING" }
			| {
					/** The decision was sent several times without an answer, or was not accepted (`isBusy`). */
					kind: "UNSENT";
					isBusy: boolean;
					sendAgain: () => void;
					readAgain: () => void;
			  }
	  ));

export const view = signal<View>({ kind: "LOADING" });

/** Counts what was begun, so that an answer to something earlier is not shown. */
let latest = 0;

/** For each token whose decision may be recorded but was not answered, a function that sends the decision again. */
const unanswered = new Map<string, () => void>();

/** What is kept when the request is read again: that a decision was refused, and the reader's note. */
interface Kept {
	refusal?: Refusal;
	draft?: string;
}

/** Reads the request of the link and shows it. Nothing else happens until the reader decides. */
export async function open(kept: Kept = {}) {
	const token = location.hash.slice(1);
	const readAgain = () => void open(kept);
	if (token === "") {
		latest += 1;
		view.value = { kind: "PROBLEM", problem: "INCOMPLETE", readAgain };
		return;
	}
	const outcome = await begin(readRequest(token));
	if (outcome?.kind === "DATA") showRequest(token, outcome.data, kept);
	else if (outcome)
		view.value = {
			kind: "PROBLEM",
			problem: toProblem(outcome),
			readAgain,
			sendAgain: unanswered.get(token),
		};
}

/** @param token The token of the request that the reader sees; the address may have the token of another link by now. */
export async function decide(
	token: string,
	data: LinkAnswer,
	decision: SentDecision,
) {
	const mayBeRecorded = unanswered.has(token);
	const sendAgain = () => void decide(token, data, decision);
	unanswered.set(token, sendAgain);
	view.value = { kind: "SENDING", token, data };
	const outcome = await begin(sendDecision(token, decision, mayBeRecorded));
	if (!outcome) return;
	if (!outcome.mayBeTaken) unanswered.delete(token);
	const { note: draft = "" } = decision;
	const readAgain = () => void open({ draft });
	if (outcome.kind === "DATA") showRequest(token, outcome.data, {});
	else if (outcome.kind !== "REFUSED") {
		const isBusy = outcome.kind === "BUSY";
		view.value = { kind: "UNSENT", token, data, isBusy, sendAgain, readAgain };
	} else if (isOfLink(outcome))
		view.value = {
			kind: "PROBLEM",
			problem: "INVALID",
			readAgain,
			sendAgain: unanswered.get(token),
		};
	// The request may have been decided or changed meanwhile, and what it is now says more than the error.
	else await open({ refusal: outcome, draft });
}

/** @returns Undefined when something else was begun meanwhile. */
async function begin(sending: Promise<Outcome>): Promise<Outcome | undefined> {
	latest += 1;
	const begun = latest;
	const outcome = await sending;
	return begun === latest ? outcome : undefined;
}

const isOfLink = ({ code }: Refusal) => code === "APPROVAL_LINK_INVALID";

function toProblem(outcome: Exclude<Outcome, { kind: "DATA" }>): Problem {
	if (outcome.kind !== "REFUSED") return outcome.kind;
	return isOfLink(outcome) || outcome.status === 400 ? "INVALID" : "DOWN";
}

function showRequest(token: string, data: LinkAnswer, kept: Kept) {
	unanswered.delete(token);
	const { approver, people, timezone } = data;
	viewer.value = {
		userId: approver.userId,
		names: new Map(people.map(({ userId, name }) => [userId, name])),
		timeZone: timezone,
	};
	const { refusal, draft = "" } = kept;
	view.value = { kind: "REQUEST", token, data, refusal, draft };
}

/** Reads the request again when the reader may want to see another one, or what has become of this one. */
export function followBrowser() {
	// The link of another mail, opened in the same tab, changes nothing but the fragment.
	addEventListener("hashchange", () => void open());
	addEventListener("online", () => {
		const { value: shown } = view;
		if (shown.kind === "PROBLEM" && shown.problem === "OFFLINE")
			shown.readAgain();
	});
	// When the reader comes back to a page, the browser may show it as it was before.
	addEventListener("pageshow", ({ persisted }) => {
		if (persisted) void open();
	});
}
