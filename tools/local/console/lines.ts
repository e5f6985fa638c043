import type { Readable } from "node:stream";

/** Calls back with each line of a stream, without its newline. `readline` would also split at U+2028. */
export function eachLine(stream: Readable, onLine: (line: string) => void) {
	let rest = "";
	stream.setEncoding("utf8");
	stream.on("data", (text: string) => {
		const lines = `${rest}${text}`.split("\n");
		rest = lines.pop() ?? "";
		for (const line of lines) onLine(line);
	});
	stream.on("end", () => {
		if (rest) onLine(rest);
	});
}
