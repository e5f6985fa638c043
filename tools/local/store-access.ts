import { resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { createQueues } from "./create-queues.ts";
import { createTable } from "./create-table.ts";
import {
	defaultDataDirectory,
	findRunningStore,
	hasStore,
	type RunningQueues,
	type RunningStore,
	takeDataDirectory,
} from "./data-directory.ts";
import { type Engine, startEngine } from "./engine.ts";
import { isMemoryStackRunning } from "./memory-stack.ts";
import { type QueueEngine, startQueueEngine } from "./queue-engine.ts";
import { StartError } from "./start-error.ts";
import { deadLetterRoute } from "./template/dead-letter-route.ts";
import { synthesize } from "./template/synthesize.ts";
import { readTemplate } from "./template/template.ts";

const waitMilliseconds = 10_000;
const pauseMilliseconds = 50;

export interface LocalStore extends Omit<RunningStore, "queues"> {
	/** True when no stack runs on the store. */
	isStackStopped: boolean;
	/** Opens the queues of the running stack, or else starts an engine on the stopped stack's files. Call it once. */
	openQueues(): Promise<RunningQueues>;
	close(): Promise<void>;
}

/**
 * Opens the store of a data directory: that of the running stack, or else the files of the stopped stack, with an engine
 * of its own.
 *
 * @param dataDirectory undefined for the default directory.
 * @param mayCreate Whether an absent store is created. After a typing error in the path, an empty store must not answer.
 * @throws StartError When the store is absent or cannot be reached, or the directory stays in use.
 */
export async function openLocalStore(
	dataDirectory: string | undefined,
	{ mayCreate }: { mayCreate: boolean },
): Promise<LocalStore> {
	const path = dataDirectory ?? defaultDataDirectory;
	if (!mayCreate && !hasStore(path)) {
		if (dataDirectory === undefined) refuseMemoryStack();
		throw new StartError(
			`--data-dir ${resolve(path)}: there is no store in this folder, where \`npm start\` or \`import\` would create one. Name another folder, or a stack on AWS with --stack`,
		);
	}
	const deadline = performance.now() + waitMilliseconds;
	while (performance.now() < deadline) {
		const store = await open(path, dataDirectory === undefined);
		if (store) return store;
		// Another command, or a stack that is starting or stopping, holds the lock only briefly.
		await setTimeout(pauseMilliseconds);
	}
	throw new StartError(
		`--data-dir ${path}: the directory is in use by another stack or command: wait for it, or name another directory`,
	);
}

async function open(
	path: string,
	isDefault: boolean,
): Promise<LocalStore | undefined> {
	const directory = await takeDataDirectory(path);
	if (!directory) {
		const running = await findRunningStore(path);
		return running && toLocalStore(running);
	}
	let engine: Engine | undefined;
	try {
		if (isDefault) refuseMemoryStack();
		const { table, queues } = readTemplate(await synthesize());
		const started = await startEngine({ dbPath: directory.databasePath });
		engine = started;
		await createTable(started.url, table);
		let queueEngine: QueueEngine | undefined;
		return {
			endpoint: started.url,
			tableName: table.input.TableName,
			isStackStopped: true,
			async openQueues() {
				const { queueDirectory } = directory;
				queueEngine = await startQueueEngine({ directory: queueDirectory });
				await createQueues(queueEngine.url, queues);
				return { endpoint: queueEngine.url, ...deadLetterRoute(queues) };
			},
			async close() {
				await queueEngine?.stop();
				await started.stop();
				await directory.release();
			},
		};
	} catch (error) {
		await engine?.stop();
		await directory.release();
		throw error;
	}
}

/** If a memory stack is running, the user more likely means it than the files of an earlier stack. */
function refuseMemoryStack() {
	if (isMemoryStackRunning())
		throw new StartError(
			"The running stack was started with --memory: there is no store to reach. Name another one with --data-dir.",
		);
}

const toLocalStore = ({ queues, ...store }: RunningStore): LocalStore => ({
	...store,
	isStackStopped: false,
	openQueues: async () => queues,
	close: async () => {},
});
