import { functionLogKeys } from "../../../shared/logging/log-keys.ts";
import { toTerminalText } from "../../../shared/logging/terminal-text.ts";
import { functionFolder } from "../template/function-folder.ts";
import { type LogEntry, parseLine } from "./log-entry.ts";
import type { Paint } from "./paint.ts";

/** Keys that every line has and its reader knows. The request id is shown, since it finds the lines of a request. */
const hidden: ReadonlySet<string> = new Set(
	functionLogKeys.environment.filter((key) => key !== "function_request_id"),
);

/**
 * Formats a line of a function's output for `npm start`, such as
 * `12:01:05 mark-as-paid Request status=200 ms=34 results={"DONE":98}`. What is not a log entry stays as it is, except
 * for what could steer the terminal.
 *
 * @returns Undefined for a metric, which is not shown.
 */
export function formatLogLine(line: string, paint: Paint): string | undefined {
	const parsed = parseLine(line);
	if (parsed.kind === "metric") return undefined;
	if (parsed.kind === "text") return toTerminalText(line);
	const { level, message, timestamp, details } = parsed.entry;
	const {
		function_name: functionName = "",
		operation,
		error,
		...rest
	} = details;
	const name = operation ?? functionFolder(`${functionName}`) ?? functionName;
	const pairs = Object.entries(rest).flatMap(([key, value]) =>
		hidden.has(key) || value === undefined
			? []
			: `${key}=${typeof value === "string" ? value : JSON.stringify(value)}`,
	);
	const words = [
		paint("dim", new Date(timestamp).toTimeString().slice(0, 8)),
		...(level === "INFO" ? [] : [paint(styleOf(parsed.entry), level)]),
		paint("bold", `${name}`),
		paint(styleOf(parsed.entry), message),
		...pairs,
	];
	return [
		words.join(" ").replaceAll("\n", " "),
		...errorLines(error).map((text) => `  ${text}`),
	].join("\n");
}

function styleOf({ level, details }: LogEntry) {
	const status = Number(details.status ?? 0);
	if (level === "ERROR" || level === "CRITICAL" || status >= 500) return "red";
	return level === "WARN" || status >= 400 ? "yellow" : "green";
}

/** The stack trace of a logged error, then those of its causes. */
function errorLines(error: unknown): string[] {
	if (typeof error !== "object" || error === null) return [];
	// Unchecked cast: the values of any object are unknown.
	const { name, message, stack, cause } = error as Record<string, unknown>;
	const text = typeof stack === "string" ? stack : `${name}: ${message}`;
	return [...text.split("\n"), ...errorLines(cause)];
}
