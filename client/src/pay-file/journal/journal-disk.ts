import {
	closeSync,
	fstatSync,
	fsyncSync,
	openSync,
	readFileSync,
	writeSync,
} from "node:fs";
import { dirname } from "node:path";

/** A file that is only appended to. */
export interface JournalDisk {
	read(): Buffer;
	append(bytes: Buffer): void;
	/** Returns when all that was appended survives a power failure. */
	sync(): void;
	size(): number;
	close(): void;
}

/** Opens a file for appending; creates it, readable by its owner only, when absent. */
export function openJournalDisk(path: string): JournalDisk {
	const file = openSync(path, "a+", 0o600);
	syncDirectory(dirname(path));
	return {
		read: () => readFileSync(path),
		append(bytes) {
			for (let written = 0; written < bytes.length; )
				written += writeSync(file, bytes, written);
		},
		sync: () => fsyncSync(file),
		size: () => fstatSync(file).size,
		close: () => closeSync(file),
	};
}

/** Otherwise a new file may be missing after a power failure, its synced content with it. */
function syncDirectory(path: string) {
	// Windows cannot open a directory, and does not need it.
	if (process.platform === "win32") return;
	const directory = openSync(path, "r");
	try {
		fsyncSync(directory);
	} finally {
		closeSync(directory);
	}
}
