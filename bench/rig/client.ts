import { join } from "node:path";
import type { FunctionBundle } from "./bundles.ts";
import type { ChunkQueue } from "./chunk-queue.ts";
import { lambdaEnvironment } from "./lambda-environment.ts";
import { type Remote, startRemote } from "./remote.ts";

/** A function's bundle in a process of its own, as on Lambda: the process's CPU time is the handler's. */
export type Client = Remote<Invocation, Invoked>;

export interface Invocation {
	event: object;
}

export interface Invoked {
	/** It is the user and system time of the whole process, garbage collection and compilation included. */
	cpuMilliseconds: number;
	wallMilliseconds: number;
	/** The handler of an API function or of a queue function. */
	response: {
		statusCode?: number;
		body?: string;
		batchItemFailures?: object[];
	};
}

export function startClient(
	bundle: FunctionBundle,
	{ dynamodbUrl, queue }: { dynamodbUrl: string; queue: ChunkQueue },
): Client {
	return startRemote(join(import.meta.dirname, "client-process.ts"), {
		args: [bundle.path],
		env: {
			...lambdaEnvironment(bundle),
			AWS_ENDPOINT_URL_DYNAMODB: dynamodbUrl,
			AWS_ENDPOINT_URL_SQS: queue.endpoint,
			CHUNK_QUEUE_URL: queue.url,
		},
	});
}
