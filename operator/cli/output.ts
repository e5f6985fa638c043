import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** Writes to standard output as fast as it is read; whoever has read enough, as `head` does, may go. */
export async function write(pieces: Iterable<string> | AsyncIterable<string>) {
	try {
		await pipeline(Readable.from(pieces), process.stdout, { end: false });
	} catch (error) {
		if (!isBrokenPipe(error)) throw error;
	}
}

/** A reader may also go after everything was handed over. */
export function tolerateBrokenPipe() {
	process.stdout.on("error", (error) => {
		if (!isBrokenPipe(error)) throw error;
	});
}

const isBrokenPipe = (error: unknown) =>
	error instanceof Error && "code" in error && error.code === "EPIPE";
