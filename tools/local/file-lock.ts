import { DatabaseSync } from "node:sqlite";

export interface FileLock {
	release(): void;
}

const busy = 5;

/**
 * Locks a file for one exclusive holder or several shared ones. Creates the file when absent. The operating system
 * releases the lock when this process ends, even by SIGKILL. Node.js has no API for file locks; SQLite locks its
 * database files, and this file is an empty database.
 *
 * @returns Undefined when another process holds the lock.
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
