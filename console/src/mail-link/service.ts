import type {
	Approval,
	Decision,
	HistoryEntry,
	ShownRequest,
} from "../approvals/request.ts";
import { withExactNumbers } from "../service/exact-numbers.ts";

/** What the link's holder may see (approvals A9). */
export interface LinkAnswer
	extends Pick<ShownRequest, "order" | "tags" | "gstName" | "tdsName"> {
	organizationName: string;
	timezone: string;
	approver: { userId: string; name: string };
	people: readonly { userId: string; name: string }[];
	/** Null for the link of a former round. */
	request: ShownRequest["request"] | null;
	approvals: readonly Approval[];
	history: readonly HistoryEntry[];
	canDecide: boolean;
	/** Why the link's holder cannot decide; null when they can. */
	reason: string | null;
}

export const isPresentRound = (
	data: LinkAnswer,
): data is LinkAnswer & ShownRequest => data.request !== null;

export interface SentDecision {
	decision: Decision;
	note?: string;
}

/**
 * The outcome of a request. `mayBeTaken` means that a sending was not answered, so that the decision may be recorded even
 * if a later sending was refused.
 */
export type Outcome = { mayBeTaken: boolean } & SingleOutcome;

type SingleOutcome =
	| { kind: "DATA"; data: LinkAnswer }
	| { kind: "REFUSED"; status: number; code?: string; message?: string }
	/** There were too many requests, and this one was not accepted. */
	| { kind: "BUSY" }
	| { kind: "OFFLINE" }
	| { kind: "DOWN" };

/** The service answers within 30 s, or not at all. */
const timeoutMilliseconds = 40_000;

/** Pauses before each further sending of a request. It may be repeated, because the same decision counts once. */
const pausesMilliseconds = [1_000, 3_000];

export const readRequest = (token: string): Promise<Outcome> =>
	send("approval/read", { token });

/** @param mayBeRecorded Whether the decision was sent before, and is not known to have failed. */
export const sendDecision = (
	token: string,
	decision: SentDecision,
	mayBeRecorded: boolean,
): Promise<Outcome> =>
	send("approval/decision", { token, ...decision }, mayBeRecorded);

async function send(
	path: string,
	body: object,
	wasUnanswered = false,
): Promise<Outcome> {
	let outcome = await sendOnce(path, body);
	let mayBeTaken = wasUnanswered || isUnanswered(outcome);
	for (const pause of pausesMilliseconds) {
		if (outcome.kind === "DATA" || outcome.kind === "REFUSED") break;
		await new Promise((resolve) => setTimeout(resolve, pause));
		outcome = await sendOnce(path, body);
		mayBeTaken ||= isUnanswered(outcome);
	}
	// An earlier request may have been accepted, though this one was not.
	return outcome.kind === "BUSY" && mayBeTaken
		? { kind: "DOWN", mayBeTaken }
		: { ...outcome, mayBeTaken };
}

const isUnanswered = ({ kind }: SingleOutcome) =>
	kind === "OFFLINE" || kind === "DOWN";

async function sendOnce(path: string, body: object): Promise<SingleOutcome> {
	try {
		const response = await fetch(path, {
			method: "POST",
			headers: { "content-type": "application/json" },
			body: JSON.stringify(body),
			credentials: "omit",
			signal: AbortSignal.timeout(timeoutMilliseconds),
		});
		return toOutcome(response.status, await response.text());
	} catch {
		return { kind: "OFFLINE" };
	}
}

function toOutcome(status: number, text: string): SingleOutcome {
	// The gateway's own answer to too many requests has another body than those of the service.
	if (status === 429) return { kind: "BUSY" };
	const answer = parse(text);
	if (status === 200 && answer?.data)
		return { kind: "DATA", data: answer.data };
	return status >= 400 && status < 500
		? { kind: "REFUSED", status, ...answer?.error }
		: { kind: "DOWN" };
}

interface Answer {
	data?: LinkAnswer;
	error?: { code: string; message: string };
}

/** @returns Undefined for what is not JSON, such as an answer of a gateway itself. */
function parse(text: string): Answer | undefined {
	try {
		return JSON.parse(withExactNumbers(text));
	} catch {
		return undefined;
	}
}
