import { DatabaseSync } from "node:sqlite";

export interface FileLock {
	release(): void;
}

const busy = 5;

/**
 * Locks a file, which is created when absent, for one exclusive holder or for several shared ones. The
 * operating system gives the lock back when this process ends, in whatever way. Node.js has no file locks of
 * its own; SQLite takes them for its databases, and this file is an empty one.
 *
 * @returns undefined when others hold the lock.
 * @throws When the file cannot be opened for writing.
 */
export function tryLock(
	path: string,
	mode: "exclusive" | "shared",
): FileLock | undefined {
	const database = new DatabaseSync(path);
	try {
		database.exec(begin[mode]);
		return { release: () => database.close() };
	} catch (error) {
		database.close();
		if (isBusy(error)) return undefined;
		throw error;
	}
}

const begin = {
	exclusive: "BEGIN EXCLUSIVE",
	// A transaction takes its shared lock at its first read.
	shared: "BEGIN; SELECT count(*) FROM sqlite_schema",
};

const isBusy = (error: unknown) =>
	error instanceof Error && "errcode" in error && error.errcode === busy;
