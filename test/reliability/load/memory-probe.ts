/** Loaded into a stack's process and into each of its threads: measures memory and handles when its parent asks. */
import { readdirSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import {
	BroadcastChannel,
	isMainThread,
	threadId,
	workerData,
} from "node:worker_threads";

/** What one thread holds after its garbage was collected. */
export interface ThreadSample {
	thread: number;
	/** ARN of the function that it runs; null in the main thread. */
	functionArn: string | null;
	heapBytes: number;
	/** Numbers of sockets, timers and other handles, by type. */
	handles: Record<string, number>;
	/** Open files and sockets of the whole process. */
	openFiles: number;
	/** Resident memory of the whole process, before the garbage was collected. */
	residentBytes: number;
}

setFlagsFromString("--expose-gc");
// Unchecked cast: the flag provides it.
const collectGarbage = runInNewContext("gc") as () => void;
const answerWithinMilliseconds = 5_000;

function measure(): ThreadSample {
	const residentBytes = process.memoryUsage.rss();
	collectGarbage();
	collectGarbage();
	const handles: Record<string, number> = {};
	for (const type of process.getActiveResourcesInfo())
		handles[type] = (handles[type] ?? 0) + 1;
	return {
		thread: threadId,
		functionArn: isMainThread ? null : (workerData?.functionArn ?? ""),
		heapBytes: getHeapStatistics().used_heap_size,
		handles,
		openFiles: readdirSync("/proc/self/fd").length,
		residentBytes,
	};
}

/** Reaches all threads of the process. */
const channel = new BroadcastChannel("memory-probe");

if (isMainThread) {
	process.on("message", async () => {
		const own = measure();
		const samples: ThreadSample[] = [];
		channel.onmessage = ({ data }) => samples.push(data as ThreadSample);
		channel.postMessage("measure");
		await setTimeout(answerWithinMilliseconds);
		process.send?.([own, ...samples]);
	});
	process.channel?.unref();
} else
	channel.onmessage = ({ data }) => {
		if (data === "measure") channel.postMessage(measure());
	};
channel.unref();
// Nothing else refers to it, so that it would be collected.
Object.assign(globalThis, { memoryProbe: channel });
