import {
	closeSync,
	fstatSync,
	openSync,
	readFileSync,
	rmSync,
	type Stats,
	statSync,
	writeFileSync,
	writeSync,
} from "node:fs";
import { hostname } from "node:os";
import { opening, TakenError } from "../errors.ts";
import { localTime } from "../output/report.ts";

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

export interface LockOptions {
	/** Milliseconds since 1970. */
	now: number;
	/** A pause before the lock is seen again. */
	sleep(milliseconds: number): Promise<void>;
	/** Tells the user why the run waits. */
	say(message: string): void;
}

const pauseMs = 1_000;

/**
 * Takes the lock of a file's runs, so that a second run is refused with a clear message. The lock of a process that has
 * ended is taken over; where that cannot be known, when it was not renewed for a minute. Should two processes take it
 * over at the same moment, the journal stops one of them.
 *
 * @throws TakenError
 */
export async function takeRunLock(
	path: string,
	{ now, sleep, say }: LockOptions,
): Promise<{ release(): void }> {
	let firstSeen: number | undefined;
	for (let tries = 0; ; tries++) {
		const own = opening(`The lock ${path}`, () => tryCreate(path, now));
		if (own) {
			heldHere.add(path);
			const timer = setInterval(own.renew, renewalMs);
			timer.unref();
			return {
				release() {
					clearInterval(timer);
					own.remove();
					heldHere.delete(path);
				},
			};
		}
		const seen = statSync(path, { throwIfNoEntry: false });
		const holder = readHolder(path);
		const state = heldHere.has(path) ? "RUNNING" : stateOf(holder, path);
		const isRenewed = firstSeen !== undefined && seen?.mtimeMs !== firstSeen;
		if (state === "UNSURE" && seen && !isRenewed) {
			if (firstSeen === undefined)
				say(
					`Waiting for up to a minute: ${describeHolder(holder)} may still work on this file, or was stopped`,
				);
			firstSeen = seen.mtimeMs;
			tries = 0;
			await sleep(pauseMs);
			continue;
		}
		if (state !== "ENDED" || tries >= 3)
			throw new TakenError(
				`Another run works on this file: ${describeHolder(holder)}. Wait until it has ended; then run the same command again`,
			);
		// Otherwise it is the lock of another run by now, which has taken this one over.
		if (seen && isStill(path, seen)) rmSync(path, { force: true });
	}
}

function isStill(path: string, { ino, mtimeMs }: Stats): boolean {
	const now = statSync(path, { throwIfNoEntry: false });
	return now?.ino === ino && now.mtimeMs === mtimeMs;
}

function describeHolder(holder: Holder | undefined): string {
	const since = Date.parse(holder?.since ?? "");
	const when = Number.isNaN(since) ? "" : ` since ${localTime(since)}`;
	return holder === undefined || holder.host === hostname()
		? `a run on this computer${when}`
		: `a run on the computer ${holder.host}${when}`;
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
		writeSync(file, text, 0);
		const { ino } = fstatSync(file);
		return {
			renew: () => renew(file, text),
			remove() {
				// Otherwise it is the lock of another run, which has taken this one's over.
				const isOwn = statSync(path, { throwIfNoEntry: false })?.ino === ino;
				closeSync(file);
				if (isOwn) rmSync(path, { force: true });
			},
		};
	} catch (error) {
		if (error instanceof Error && "code" in error && error.code === "EEXIST")
			return undefined;
		throw error;
	}
}

/**
 * A disk that fails for a while must not end a run. Should another run take the lock over, the journal stops one of
 * them.
 */
function renew(file: number, text: string) {
	try {
		writeSync(file, text, 0);
	} catch {
		// The next renewal may succeed.
	}
}

/** Undefined: its writer has not written it yet, or was stopped before it did; or it was removed meanwhile. */
function readHolder(path: string): Holder | undefined {
	try {
		return JSON.parse(readFileSync(path, "utf8"));
	} catch {
		return undefined;
	}
}

/** `UNSURE`: only a renewal tells whether the holder runs. */
function stateOf(
	holder: Holder | undefined,
	path: string,
): "RUNNING" | "ENDED" | "UNSURE" {
	const unlessStale = () => (isStale(path) ? "ENDED" : "UNSURE");
	// Nothing is known of the processes of another machine, and a container that was started again is one.
	if (holder?.host !== hostname()) return unlessStale();
	// A container that was started again gives its process the same id.
	if (holder.pid === process.pid || !hasProcess(holder.pid)) return "ENDED";
	const known = startOf(holder.pid);
	if (known?.isZombie) return "ENDED";
	// If it is another one, the process was given the id of one that has ended.
	if (known && holder.start !== undefined)
		return known.start === holder.start ? "RUNNING" : "ENDED";
	return unlessStale();
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
		const lock = statSync(path, { throwIfNoEntry: false });
		// Otherwise it was released meanwhile.
		return !lock || statSync(probe).mtimeMs - lock.mtimeMs > staleMs;
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
