import { toTerminalText } from "../../../shared/logging/terminal-text.ts";
import { parseLine } from "./log-entry.ts";
import { formatLogLine } from "./log-line.ts";
import type { Paint } from "./paint.ts";

export interface LogOptions {
	/** Leaves the lines as the functions wrote them. */
	isJson: boolean;
	/** Leaves out everything that is neither a warning nor an error. */
	isQuiet: boolean;
	paint: Paint;
}

/** Writes the functions' output, line by line. */
export const logWriter =
	(write: (text: string) => void, { isJson, isQuiet, paint }: LogOptions) =>
	(line: string) => {
		if (isQuiet && !needsAttention(line)) return;
		const text = isJson ? toTerminalText(line) : formatLogLine(line, paint);
		if (text !== undefined) write(`${text}\n`);
	};

/** Whether a line is shown in quiet mode: text that is not a log entry may come from a crash. */
function needsAttention(line: string): boolean {
	const parsed = parseLine(line);
	if (parsed.kind !== "entry") return parsed.kind === "text";
	return !["TRACE", "DEBUG", "INFO"].includes(parsed.entry.level);
}
