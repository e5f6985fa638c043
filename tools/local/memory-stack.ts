import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { type FileLock, tryLock } from "./file-lock.ts";

/**
 * Each stack started with `--memory` holds a shared lock on this empty file, so that the operator's command line can
 * detect it. It is the stack's only file.
 */
const lockPath = join(
	tmpdir(),
	`procurement-payments-memory-${userInfo().uid}.lock`,
);

/** Announces a memory stack until the lock is released. */
export function announceMemoryStack(): FileLock | undefined {
	return tryLock(lockPath, "shared");
}

export function isMemoryStackRunning(): boolean {
	const lock = tryLock(lockPath, "exclusive");
	lock?.release();
	return lock === undefined;
}
