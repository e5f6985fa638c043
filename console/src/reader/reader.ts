import type {
	FileRow,
	ReaderTasks,
	TaskMessage,
	TaskName,
	WorkerMessage,
} from "./messages.ts";

/** The file cannot be read; the message says what to do. */
export class UnreadableFile extends Error {}

interface Waiting {
	resolve(result: unknown): void;
	reject(error: Error): void;
	onProgress?: ((share: number) => void) | undefined;
	onRows?: ((rows: FileRow[]) => void) | undefined;
}

let worker: Worker | undefined;
let lastId = 0;
const waiting = new Map<number, Waiting>();

/** Fetches the worker's script ahead, so that a deployment does not break a tab that is open. */
export function fetchReaderAhead() {
	void fetch(WORKER_ADDRESS).catch(() => {});
}

/** Makes the worker do a task. */
export function askReader<Name extends TaskName>(
	name: Name,
	task: Parameters<ReaderTasks[Name]>[0],
	reporting: Pick<Waiting, "onProgress" | "onRows"> = {},
): Promise<ReturnType<ReaderTasks[Name]>> {
	worker ??= startWorker();
	const id = ++lastId;
	const message: TaskMessage = { id, name, task };
	return new Promise((resolve, reject) => {
		waiting.set(id, {
			// Unchecked cast: the worker answers a task with its result.
			resolve: resolve as (result: unknown) => void,
			reject,
			...reporting,
		});
		worker?.postMessage(message);
	});
}

function startWorker(): Worker {
	const started = new Worker(WORKER_ADDRESS, { type: "module" });
	started.addEventListener(
		"message",
		({ data }: MessageEvent<WorkerMessage>) => {
			const one = waiting.get(data.id);
			if (data.kind === "PROGRESS") return one?.onProgress?.(data.share);
			if (data.kind === "ROWS") return one?.onRows?.(data.rows);
			waiting.delete(data.id);
			if (data.kind === "DONE") return one?.resolve(data.result);
			one?.reject(
				data.isOfFile
					? new UnreadableFile(data.message)
					: new Error(data.message),
			);
		},
	);
	// The worker ends when a file needs more memory than there is.
	started.addEventListener("error", () => {
		worker = undefined;
		for (const { reject } of waiting.values())
			reject(
				new UnreadableFile(
					"The file could not be read. It may be damaged, or too large for this browser",
				),
			);
		waiting.clear();
	});
	return started;
}

/** Makes the browser save a file. */
export function saveFile(blob: Blob, name: string) {
	const link = document.createElement("a");
	link.href = URL.createObjectURL(blob);
	link.download = name;
	link.click();
	setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
