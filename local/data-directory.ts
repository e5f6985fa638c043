import { existsSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { tryLock } from "./file-lock.ts";
import { StartError } from "./start-error.ts";
import type { DeadLetterRoute } from "./template/dead-letter-route.ts";

/** Where a stack keeps its files, unless told otherwise; relative to the project. */
export const defaultDataDirectory = ".local";

/** A data directory in our hands: nobody else opens it until we release it or end. */
export interface DataDirectory {
	/** Of the store's database. */
	databasePath: string;
	/** Of the queues' files. */
	queueDirectory: string;
	/** Tells others (`openLocalStore`) how to reach the store while we run it. */
	announce(running: RunningStore): Promise<void>;
	release(): Promise<void>;
}

export interface RunningStore {
	endpoint: string;
	tableName: string;
	queues: RunningQueues;
}

export interface RunningQueues extends DeadLetterRoute {
	endpoint: string;
}

/**
 * Takes a data directory, created when absent.
 *
 * @returns undefined when somebody else has it.
 * @throws StartError when it cannot be written.
 */
export async function takeDataDirectory(
	path: string,
): Promise<DataDirectory | undefined> {
	const lock = await lockDirectory(path);
	if (!lock) return undefined;
	// Left behind by a stack that was killed.
	await rm(announcementPath(path), { force: true });
	return {
		databasePath: join(resolve(path), "store.db"),
		queueDirectory: join(resolve(path), "queues"),
		announce: (running) =>
			writeFile(announcementPath(path), JSON.stringify(running)),
		async release() {
			await rm(announcementPath(path), { force: true });
			lock.release();
		},
	};
}

/** How to reach the store that the holder of a data directory runs; undefined when it announces none. */
export async function findRunningStore(
	path: string,
): Promise<RunningStore | undefined> {
	const text = await readFile(announcementPath(path), "utf8").catch(
		() => undefined,
	);
	return text ? JSON.parse(text) : undefined;
}

async function lockDirectory(path: string) {
	try {
		await makeDirectory(resolve(path));
		return tryLock(join(path, "lock"), "exclusive");
	} catch (error) {
		const reason = error instanceof Error ? error.message : error;
		throw new StartError(
			`--data-dir ${path}: the directory cannot be written (${reason})`,
		);
	}
}

/** Step by step: Node's own recursion never ends where the system denies a folder's existence (`/proc/x`). */
async function makeDirectory(path: string) {
	if (existsSync(path)) return;
	await makeDirectory(dirname(path));
	await mkdir(path);
}

const announcementPath = (path: string) => join(path, "running.json");
