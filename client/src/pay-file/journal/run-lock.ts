import {
	closeSync,
	openSync,
	readFileSync,
	rmSync,
	statSync,
	writeFileSync,
	writeSync,
} from "node:fs";
import { hostname } from "node:os";

/** Another run holds the lock. */
export class LockedError extends Error {
	override name = "LockedError";
}

interface Holder {
	pid: number;
	/** When the process was started, as the system counts; absent where it does not say. */
	start?: string;
	host: string;
	since: string;
}

/** A run writes its lock again so often. */
const renewalMs = 10_000;
/** A lock that was not written for so long is that of a run that has ended, where nothing else tells. */
const staleMs = 60_000;

/** The paths of the locks that this process holds. */
const heldHere = new Set<string>();

/**
 * Takes the lock of a file's runs, so that a second run is refused at once and with a clear message. The lock of a process
 * that has ended is taken over. Should two processes take it over at the same moment, the journal stops one of them.
 *
 * @throws LockedError
 */
export function takeRunLock(path: string, now: number): { release(): void } {
	for (let tries = 0; ; tries++) {
		const own = tryCreate(path, now);
		if (own) {
			heldHere.add(path);
			const timer = setInterval(own.renew, renewalMs);
			timer.unref();
			return {
				release() {
					clearInterval(timer);
					own.close();
					rmSync(path, { force: true });
					heldHere.delete(path);
				},
			};
		}
		const holder = readHolder(path);
		if (tries >= 3 || heldHere.has(path) || isRunning(holder, path))
			throw new LockedError(
				`Another run works on this file: process ${holder?.pid ?? "?"} on ${holder?.host ?? "an unknown machine"}, since ${holder?.since ?? "an unknown time"}. If it has ended, try again in a minute`,
			);
		rmSync(path, { force: true });
	}
}

/** @returns undefined when there is a lock. */
function tryCreate(path: string, now: number) {
	try {
		const file = openSync(path, "wx", 0o600);
		const holder: Holder = {
			pid: process.pid,
			...toStart(startOf(process.pid)),
			host: hostname(),
			since: new Date(now).toISOString(),
		};
		const text = JSON.stringify(holder);
		const renew = () => void writeSync(file, text, 0);
		renew();
		return { renew, close: () => closeSync(file) };
	} catch (error) {
		if (error instanceof Error && "code" in error && error.code === "EEXIST")
			return undefined;
		throw error;
	}
}

/** Undefined: its writer was stopped before it wrote, or it was removed meanwhile. */
function readHolder(path: string): Holder | undefined {
	try {
		return JSON.parse(readFileSync(path, "utf8"));
	} catch {
		return undefined;
	}
}

function isRunning(holder: Holder | undefined, path: string): boolean {
	if (!holder) return false;
	// Nothing is known of the processes of another machine, and a container that was started again is one.
	if (holder.host !== hostname()) return !isStale(path);
	// A container that was started again gives its process the same id.
	if (holder.pid === process.pid || !hasProcess(holder.pid)) return false;
	const known = startOf(holder.pid);
	if (known?.isZombie) return false;
	// If it is another one, the process was given the id of one that has ended.
	if (known && holder.start !== undefined) return known.start === holder.start;
	return !isStale(path);
}

function hasProcess(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return error instanceof Error && "code" in error && error.code === "EPERM";
	}
}

/** By the clock of the disk: that of another machine may differ. */
function isStale(path: string): boolean {
	const probe = `${path}.${process.pid}`;
	try {
		writeFileSync(probe, "");
		return statSync(probe).mtimeMs - statSync(path).mtimeMs > staleMs;
	} catch {
		// The lock was released meanwhile, or the folder cannot be written, which creating the lock will tell.
		return true;
	} finally {
		rmSync(probe, { force: true });
	}
}

const toStart = (known: ReturnType<typeof startOf>) =>
	known && { start: known.start };

/**
 * Linux says when a process was started, which distinguishes it from a former one with the same id, and whether it has
 * ended and only waits for its parent to ask. Undefined elsewhere, and when there is no such process.
 */
function startOf(
	pid: number,
): { start: string; isZombie: boolean } | undefined {
	try {
		const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
		const status = readFileSync(`/proc/${pid}/stat`, "utf8");
		// The name before it, in brackets, may have any characters.
		const fields = status.slice(status.lastIndexOf(")") + 2).split(" ");
		const [state = ""] = fields;
		return {
			start: `${boot} ${fields[19]}`,
			isZombie: ["Z", "X"].includes(state),
		};
	} catch {
		return undefined;
	}
}
