import { detailTypes } from "../../../shared/events/service-event.ts";
import { functionFolder } from "../template/function-folder.ts";
import { type LogEntry, parseLine } from "./log-entry.ts";
import type { Paint } from "./paint.ts";

/**
 * A line of a function's output in the form that `npm start` shows. What is not a log entry stays as it is.
 *
 * @returns undefined for a metric, which is not shown.
 */
export function formatLogLine(line: string, paint: Paint): string | undefined {
	const parsed = parseLine(line);
	if (parsed.kind === "metric") return undefined;
	if (parsed.kind === "text") return line;
	const { entry } = parsed;
	const name = functionFolder(parsed.functionName) ?? parsed.functionName;
	const words = workMessages.has(entry.message)
		? workWords(entry, name, paint)
		: otherWords(entry, name, paint);
	const { error } = entry.details;
	return [
		[paint("dim", toTime(entry.timestamp)), ...words]
			.filter((word) => word !== "")
			.join(" ")
			.replaceAll("\n", " "),
		...errorLines(error).map((text) => `  ${text}`),
	].join("\n");
}

/**
 * Message of an entry for each request, chunk, ended batch, effective run of the sweeper, and notifications: what is
 * shown for it.
 */
const workMessages: ReadonlyMap<string, string> = new Map([
	["Request", ""],
	["Chunk", "chunk"],
	["Batch", "finished"],
	["Sweep", "sweep"],
	["Mails", "mails"],
	["Events", "events"],
]);

/** `mark-as-paid 200 34 ms 3 calls DONE 98 LOCK_HELD 2 attempt 01J…` */
function workWords(
	{ level, message, details }: LogEntry,
	functionName: string,
	paint: Paint,
): string[] {
	const {
		operation,
		status,
		code,
		ms,
		awsCalls,
		results,
		created,
		chunk,
		chunks,
		batch,
		attempt,
		organization,
		user,
		apiKey,
		requestId,
		messageId,
		function_request_id: lambdaRequestId,
		error: _,
		...others
	} = details;
	const known = (value: unknown, text: string) =>
		value === undefined || value === null ? "" : text;
	return [
		paint("bold", known(operation, `${operation}`) || functionName),
		workMessages.get(message) ?? "",
		known(chunk, `${chunk}${known(chunks, `/${chunks}`)}`),
		known(status, paint(statusStyle(Number(status), level), `${status}`)),
		known(code, paint("yellow", `${code}`)),
		known(ms, `${ms} ms`),
		known(awsCalls, `${awsCalls} ${awsCalls === 1 ? "call" : "calls"}`),
		...toCounts(results, paint),
		known(created, `created ${created}`),
		known(batch, `batch ${batch}`),
		// A batch's attempt has the batch's id.
		attempt === batch ? "" : known(attempt, `attempt ${attempt}`),
		...toPairs(others),
		...[organization, user, apiKey, requestId, messageId, lambdaRequestId]
			.filter((value) => typeof value === "string")
			.map((value) => paint("dim", value)),
	];
}

/** `WARN payment-worker A chunk is lost chunk=3` */
function otherWords(
	{ level, message, details }: LogEntry,
	functionName: string,
	paint: Paint,
): string[] {
	const { error: _, function_request_id: lambdaRequestId, ...others } = details;
	return [
		paint(levelStyle(level), level),
		paint("bold", functionName),
		message,
		...toPairs(others),
		lambdaRequestId === undefined ? "" : paint("dim", `${lambdaRequestId}`),
	];
}

const successes: ReadonlySet<string> = new Set([
	"DONE",
	"SENT",
	...detailTypes,
]);

function toCounts(results: unknown, paint: Paint): string[] {
	if (typeof results !== "object" || results === null) return [];
	return Object.entries(results).map(([name, count]) =>
		paint(successes.has(name) ? "green" : "yellow", `${name} ${count}`),
	);
}

const toPairs = (details: Record<string, unknown>) =>
	Object.entries(details).map(
		([name, value]) =>
			`${name}=${typeof value === "string" ? value : JSON.stringify(value)}`,
	);

/** The stack trace of a logged error, then those of its causes. */
function errorLines(error: unknown): string[] {
	if (typeof error !== "object" || error === null) return [];
	const { name, message, stack, cause } = error as Record<string, unknown>;
	const text = typeof stack === "string" ? stack : `${name}: ${message}`;
	return [...text.split("\n"), ...errorLines(cause)];
}

const statusStyle = (status: number, level: string) => {
	if (status >= 500 || level === "ERROR") return "red";
	return status >= 400 ? "yellow" : "green";
};

const levelStyle = (level: string) => {
	if (level === "ERROR" || level === "CRITICAL") return "red";
	return level === "WARN" ? "yellow" : "cyan";
};

/** Shows the time of day on this machine. */
const toTime = (timestamp: string) =>
	new Date(timestamp).toTimeString().slice(0, 8);
