import { existsSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { tryLock } from "./file-lock.ts";
import { StartError } from "./start-error.ts";
import type { DeadLetterRoute } from "./template/dead-letter-route.ts";

/** Default directory of a stack's files, relative to the project. */
export const defaultDataDirectory = ".local";

/** A data directory that this process has locked. */
export interface DataDirectory {
	/** Path of the store's database. */
	databasePath: string;
	/** Path of the queues' files. */
	queueDirectory: string;
	/** Publishes the addresses of the running store to other processes (`openLocalStore`). */
	announce(running: RunningStore): Promise<void>;
	release(): Promise<void>;
}

/** Whether a data directory has a store, running or stopped. A store that DYNAMODB_ENDPOINT names has no file there. */
export const hasStore = (path: string): boolean =>
	existsSync(databasePath(path)) || existsSync(announcementPath(path));

export interface RunningStore {
	endpoint: string;
	tableName: string;
	queues: RunningQueues;
}

export interface RunningQueues extends DeadLetterRoute {
	endpoint: string;
}

/**
 * Locks a data directory, and creates it when absent.
 *
 * @returns Undefined when another process has locked it.
 * @throws StartError When it cannot be written.
 */
export async function takeDataDirectory(
	path: string,
): Promise<DataDirectory | undefined> {
	const lock = await lockDirectory(path);
	if (!lock) return undefined;
	// A killed stack leaves its announcement behind.
	await rm(announcementPath(path), { force: true });
	return {
		databasePath: databasePath(path),
		queueDirectory: join(resolve(path), "queues"),
		announce: (running) =>
			writeFile(announcementPath(path), JSON.stringify(running)),
		async release() {
			await rm(announcementPath(path), { force: true });
			lock.release();
		},
	};
}

/** The addresses of a locked data directory's running store; undefined when none is announced. */
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

/** Creates one level at a time: Node's recursive mkdir never returns below a folder that cannot exist (`/proc/x`). */
async function makeDirectory(path: string) {
	if (existsSync(path)) return;
	await makeDirectory(dirname(path));
	await mkdir(path);
}

const databasePath = (path: string) => join(resolve(path), "store.db");

const announcementPath = (path: string) => join(path, "running.json");
