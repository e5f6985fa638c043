import { toTerminalText } from "../../../shared/logging/terminal-text.ts";

/**
 * A structured line of a function's log: what Powertools writes, and what the service adds
 * (`docs/logs-and-metrics.md`).
 */
export interface LogEntry {
	level: string;
	message: string;
	/** The instant in ISO 8601. */
	timestamp: string;
	/** All other properties of the line. */
	details: Record<string, unknown>;
}

/** A line of the local stack itself, in the form of the functions' log. */
export const logEntry = (message: string): string =>
	JSON.stringify({
		level: "INFO",
		message,
		timestamp: new Date().toISOString(),
		function_name: "local-stack",
	});

export type ParsedLine =
	| { kind: "entry"; entry: LogEntry }
	/** A metric in the embedded metric format. */
	| { kind: "metric" }
	| { kind: "text" };

/** Parses a line of a function's output; anything that is not a log entry or a metric is text. */
export function parseLine(line: string): ParsedLine {
	const parsed = parseObject(line);
	if (!parsed) return { kind: "text" };
	if ("_aws" in parsed) return { kind: "metric" };
	const { level, message, timestamp, ...details } = parsed;
	if (
		typeof level !== "string" ||
		typeof message !== "string" ||
		typeof timestamp !== "string" ||
		Number.isNaN(Date.parse(timestamp))
	)
		return { kind: "text" };
	return { kind: "entry", entry: { level, message, timestamp, details } };
}

function parseObject(line: string): Record<string, unknown> | undefined {
	if (!line.startsWith("{")) return undefined;
	try {
		// Few lines have control characters, and looking at each value costs more than everything else done with a line.
		return mayHaveControls(line)
			? JSON.parse(line, (_, value) =>
					typeof value === "string" ? toTerminalText(value) : value,
				)
			: JSON.parse(line);
	} catch {
		return undefined;
	}
}

/** JSON escapes control characters up to U+001F, and may escape any other character. */
const mayHaveControls = (line: string) =>
	line.includes("\\") || line !== toTerminalText(line);
