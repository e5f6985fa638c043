import { type RunningStore, takeDataDirectory } from "./data-directory.ts";
import { announceMemoryStack } from "./memory-stack.ts";
import { StartError } from "./start-error.ts";

/** The files of a stack, and their announcement to other processes. */
export interface Storage {
	/** When it is absent, the records are kept in memory. */
	databasePath?: string;
	/** When it is absent, the queues are kept in memory. */
	queueDirectory?: string;
	announce(store: RunningStore): Promise<void>;
	stop(): Promise<void>;
}

/** @throws StartError When the data directory is in use or cannot be written. */
export async function openStorage(
	storage: { dataDirectory: string } | "memory",
): Promise<Storage> {
	if (storage === "memory") {
		const lock = announceMemoryStack();
		return {
			announce: async () => {},
			stop: async () => lock?.release(),
		};
	}
	const path = storage.dataDirectory;
	const directory = await takeDataDirectory(path);
	if (!directory)
		throw new StartError(
			`--data-dir ${path}: the directory is in use by another stack or command: stop that one, or name another directory`,
		);
	const { databasePath, queueDirectory, announce, release } = directory;
	return { databasePath, queueDirectory, announce, stop: release };
}
