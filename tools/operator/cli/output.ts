import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** Where a command line writes: those of the process, or of a test. */
export interface Output {
	stdout: Writable;
	stderr: Writable;
}

/**
 * Writes to standard output with backpressure.
 *
 * @returns false: the reader closed it early, as `head` does.
 */
export async function write(
	{ stdout }: Output,
	pieces: Iterable<string> | AsyncIterable<string>,
): Promise<boolean> {
	try {
		await pipeline(Readable.from(pieces), stdout, { end: false });
		return true;
	} catch (error) {
		if (!isBrokenPipe(error)) throw error;
		return false;
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
