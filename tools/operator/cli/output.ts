import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { toTerminalText } from "../../../shared/logging/terminal-text.ts";

/** Where a command line writes: those of the process, or of a test. */
export interface Output {
	stdout: Writable;
	stderr: Writable;
}

/**
 * Writes to standard output with backpressure. What a terminal shows cannot steer it; a file or another program gets
 * everything as it is.
 *
 * @returns false: the reader closed it early, as `head` does.
 */
export async function write(
	{ stdout }: Output,
	pieces: Iterable<string> | AsyncIterable<string>,
): Promise<boolean> {
	try {
		const texts = isTerminal(stdout) ? toTerminalTexts(pieces) : pieces;
		await pipeline(Readable.from(texts), stdout, { end: false });
		return true;
	} catch (error) {
		if (!isBrokenPipe(error)) throw error;
		return false;
	}
}

const isTerminal = (stream: Writable) => "isTTY" in stream && stream.isTTY;

async function* toTerminalTexts(
	pieces: Iterable<string> | AsyncIterable<string>,
) {
	for await (const piece of pieces) yield toTerminalText(piece);
}

/** The reader may also close standard output after the last write. */
export function tolerateBrokenPipe() {
	process.stdout.on("error", (error) => {
		if (!isBrokenPipe(error)) throw error;
	});
}

const isBrokenPipe = (error: unknown) =>
	error instanceof Error && "code" in error && error.code === "EPIPE";
