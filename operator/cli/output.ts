import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** Where a command line writes: those of the process, or of a test. */
export interface Output {
	stdout: Writable;
	stderr: Writable;
}

/** Writes to standard output with backpressure. A reader may close it early, as `head` does. */
export async function write(
	{ stdout }: Output,
	pieces: Iterable<string> | AsyncIterable<string>,
) {
	try {
		await pipeline(Readable.from(pieces), stdout, { end: false });
	} catch (error) {
		if (!isBrokenPipe(error)) throw error;
	}
}

/** The reader may also close standard output after the last write. */
export function tolerateBrokenPipe() {
	process.stdout.on("error", (error) => {
		if (!isBrokenPipe(error)) throw error;
	});
}

const isBrokenPipe = (error: unknown) =>
	error instanceof Error && "code" in error && error.code === "EPIPE";
