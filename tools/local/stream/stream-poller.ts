import { setTimeout } from "node:timers/promises";
import type { DynamoDBRecord } from "aws-lambda";
import type { FunctionHost } from "../function-host.ts";
import type { TemplateStreamSource } from "../template/template-stream-source.ts";
import type { EngineRecord, EngineStream } from "./engine-stream.ts";
import { matchesPattern } from "./matches-pattern.ts";
import { recordsDone } from "./records-done.ts";
import { toStreamEventRecord } from "./stream-event.ts";

const idleMilliseconds = 100;
const pauseAfterFailureMilliseconds = 1_000;

/** How many records are read at a time, which bounds the memory. */
const readMax = 500;

export interface StreamPoller {
	/** Stops reading, and waits for the invocation in progress. */
	stop(): Promise<void>;
}

/**
 * Does what Lambda does for an event source mapping of a stream: invokes the function with the records that match the
 * filters, in order, one batch at a time. From the first record that fails on, all are delivered again; a record that
 * is too old is given up.
 */
export function startStreamPoller({
	source,
	stream,
	host,
	log,
}: {
	source: TemplateStreamSource;
	stream: EngineStream;
	host: Pick<FunctionHost, "invoke">;
	log: (line: string) => void;
}): StreamPoller {
	const { functionArn, streamArn, batchSize, patterns } = source;
	const stopping = new AbortController();
	const { signal } = stopping;
	/** Waits, and ends early when the poller is stopped. */
	const rest = (milliseconds: number) =>
		setTimeout(milliseconds, undefined, { signal }).catch((error: unknown) => {
			if (!signal.aborted) throw error;
		});

	const isWanted = (record: DynamoDBRecord) =>
		patterns.length === 0 ||
		patterns.some((pattern) => matchesPattern(record, pattern));

	/** @returns False when there was nothing to read. */
	async function readOn(): Promise<boolean> {
		const read = stream.read(stream.position(functionArn), readMax);
		const last = read.at(-1);
		if (!last) return false;
		const wanted = read.flatMap((record) => {
			const converted = toStreamEventRecord(record, streamArn);
			return isWanted(converted) ? [{ record, converted }] : [];
		});
		const batch = wanted.slice(0, batchSize);
		// Records after the last of the batch that match no filter are skipped together with it.
		const end = wanted[batchSize] ? batch.at(-1)?.record.id : last.id;
		const done = batch.length === 0 ? last.id : await invoke(batch, end ?? 0);
		if (done > stream.position(functionArn)) stream.advance(functionArn, done);
		if (done < (end ?? 0)) await rest(pauseAfterFailureMilliseconds);
		return true;
	}

	/** @returns The id of the last record that is done. */
	async function invoke(
		batch: { record: EngineRecord; converted: DynamoDBRecord }[],
		end: number,
	): Promise<number> {
		const Records = batch.map(({ converted }) => converted);
		const outcome = await host.invoke(functionArn, { Records });
		const count = recordsDone(Records, outcome);
		const failed = batch[count]?.record;
		if (!failed) return end;
		if (isTooOld(failed)) {
			log(`Given up: record ${failed.id} of ${streamArn}`);
			return failed.id;
		}
		return failed.id - 1;
	}

	const isTooOld = ({ createdAt }: EngineRecord) =>
		Date.now() / 1_000 - createdAt > source.recordAgeSecondsMax;

	async function poll() {
		while (!signal.aborted) {
			try {
				if (!(await readOn())) await rest(idleMilliseconds);
			} catch (error) {
				log(`Reading ${streamArn}: ${error}`);
				await rest(pauseAfterFailureMilliseconds);
			}
		}
	}

	const polling = poll();
	return {
		async stop() {
			stopping.abort();
			await polling;
		},
	};
}
