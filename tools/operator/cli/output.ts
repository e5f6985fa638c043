import { createInterface } from "node:readline";
import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { toTerminalText } from "../../../shared/logging/terminal-text.ts";

/** The streams with which a command line reads and writes: those of the process, or of a test. */
export interface Output {
	stdout: Writable;
	stderr: Writable;
	/** Absent when nobody can be asked. */
	stdin?: Readable;
}

/**
 * Asks a question that is answered with yes or no, on standard error.
 *
 * @returns Undefined when there is no terminal at which somebody could answer.
 */
export async function askYesOrNo(
	{ stdin, stderr }: Output,
	question: string,
): Promise<boolean | undefined> {
	if (!stdin || !isTerminal(stdin) || !isTerminal(stderr)) return undefined;
	// The input was closed, so that a question would wait for ever.
	if (stdin.readableEnded) return undefined;
	const lines = createInterface({ input: stdin, output: stderr });
	try {
		return await new Promise((resolve) => {
			lines.question(`${question} [y/N] `, (answer) =>
				resolve(/^y(es)?$/i.test(answer.trim())),
			);
			// The input ends, or the operator presses Ctrl-C.
			lines.on("close", () => resolve(false));
		});
	} finally {
		lines.close();
	}
}

/**
 * Writes to standard output with backpressure. What a terminal shows cannot steer it; a file or another program gets
 * everything as it is.
 *
 * @returns False when the reader closed it early, as `head` does.
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

const isTerminal = (stream: Readable | Writable) =>
	"isTTY" in stream && stream.isTTY;

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
