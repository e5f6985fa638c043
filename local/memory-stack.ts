import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { type FileLock, tryLock } from "./file-lock.ts";

/**
 * Each stack started with `--memory` holds this empty file's lock in common with the others, so that the
 * operator's command line can know that there is one. It keeps nothing else on disk.
 */
const lockPath = join(
	tmpdir(),
	`procurement-payments-memory-${userInfo().uid}.lock`,
);

/** Makes a memory stack known for as long as this process holds the lock. */
export function announceMemoryStack(): FileLock | undefined {
	return tryLock(lockPath, "shared");
}

export function isMemoryStackRunning(): boolean {
	const lock = tryLock(lockPath, "exclusive");
	lock?.release();
	return lock === undefined;
}
