/** The service answers within 30 s, or not at all. */
const timeoutMilliseconds = 40_000;

/** Pauses before each sending of a request. Both requests may be repeated: the same decision counts once. */
const pausesMilliseconds = [0, 1_000, 3_000];

/** What the link's holder may see. */
export const readRequest = (token) => send("approval/read", { token });

/**
 * @param decision `{decision, note?}`
 * @param mayBeRecorded It was sent before, and is not known to have failed.
 */
export const sendDecision = (token, decision, mayBeRecorded) =>
	send("approval/decision", { token, ...decision }, mayBeRecorded);

/**
 * The outcome of a request, as `{kind, mayBeTaken}`: `DATA` with the data, `REFUSED` with status, code and message,
 * `BUSY` (too many requests: none of them was taken), `OFFLINE` or `DOWN`. `mayBeTaken`: a sending was not answered, so
 * that a decision may be recorded, also when a later sending was refused.
 */
async function send(path, body, wasUnanswered = false) {
	let outcome;
	let mayBeTaken = wasUnanswered;
	for (const pause of pausesMilliseconds) {
		await new Promise((resolve) => setTimeout(resolve, pause));
		outcome = await sendOnce(path, body);
		if (outcome.kind === "DATA" || outcome.kind === "REFUSED") break;
		mayBeTaken ||= outcome.kind !== "BUSY";
	}
	// An earlier request may have been taken, though this one was not.
	if (outcome.kind === "BUSY" && mayBeTaken) outcome = { kind: "DOWN" };
	return { ...outcome, mayBeTaken };
}

async function sendOnce(path, body) {
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

function toOutcome(status, text) {
	// The gateway's own answer to too many requests has another body than those of the service.
	if (status === 429) return { kind: "BUSY" };
	const answer = parse(text);
	if (status === 200 && answer?.data)
		return { kind: "DATA", data: withPeople(answer.data) };
	return status >= 400 && status < 500
		? { kind: "REFUSED", status, ...answer?.error }
		: { kind: "DOWN" };
}

/** The views name people with the approver that they get. */
function withPeople(data) {
	const people = new Map(
		data.people?.map(({ userId, name }) => [userId, name]),
	);
	return { ...data, approver: { ...data.approver, people } };
}

const amounts = new Set([
	"amount",
	"subTotal",
	"gstAmount",
	"tdsAmount",
	"roundOff",
	"netPayable",
]);

/** Amounts stay the text that was sent: a number has not room for all of their digits. */
function parse(text) {
	try {
		return JSON.parse(text, (key, value, context) =>
			amounts.has(key) && typeof value === "number"
				? (context?.source ?? `${value}`)
				: value,
		);
	} catch {
		return undefined;
	}
}
