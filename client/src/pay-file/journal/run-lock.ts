import {
	closeSync,
	openSync,
	readFileSync,
	rmSync,
	writeFileSync,
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
		if (tryCreate(path, now)) {
			heldHere.add(path);
			return {
				release() {
					rmSync(path, { force: true });
					heldHere.delete(path);
				},
			};
		}
		const holder = readHolder(path);
		if (tries >= 3 || heldHere.has(path) || isRunning(holder))
			throw new LockedError(
				`Another run pays this file: process ${holder?.pid ?? "?"} on ${holder?.host ?? "an unknown machine"}, since ${holder?.since ?? "an unknown time"}. If it has ended, delete the file ${path}`,
			);
		rmSync(path, { force: true });
	}
}

function tryCreate(path: string, now: number): boolean {
	try {
		const file = openSync(path, "wx", 0o600);
		const holder: Holder = {
			pid: process.pid,
			...toStart(startOf(process.pid)),
			host: hostname(),
			since: new Date(now).toISOString(),
		};
		writeFileSync(file, JSON.stringify(holder));
		closeSync(file);
		return true;
	} catch (error) {
		if (error instanceof Error && "code" in error && error.code === "EEXIST")
			return false;
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

function isRunning(holder: Holder | undefined): boolean {
	if (!holder) return false;
	// Nothing is known of the processes of another machine.
	if (holder.host !== hostname()) return true;
	// A container that was started again gives its process the same id.
	if (holder.pid === process.pid) return false;
	const known = startOf(holder.pid);
	if (known?.isZombie) return false;
	// Another process was given the id.
	if (known && holder.start !== undefined && known.start !== holder.start)
		return false;
	try {
		process.kill(holder.pid, 0);
		return true;
	} catch (error) {
		return error instanceof Error && "code" in error && error.code === "EPERM";
	}
}

const toStart = (known: ReturnType<typeof startOf>) =>
	known && { start: known.start };

/**
 * Linux says when a process was started, so that one that was given a former one's id is told from it, and whether it has
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
