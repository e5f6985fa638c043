import { join } from "node:path";
import type { FunctionBundle } from "./bundles.ts";
import { lambdaEnvironment } from "./lambda-environment.ts";
import { type Remote, startRemote } from "./remote.ts";

/** A function's bundle in a process of its own, as Lambda runs it: what the process does is what the handler costs. */
export type Client = Remote<Invocation, Invoked>;

export interface Invocation {
	event: object;
}

export interface Invoked {
	/** User and system time of the whole process, garbage collection and compilation included. */
	cpuMilliseconds: number;
	wallMilliseconds: number;
	response: { statusCode?: number; body?: string };
}

/** @param url Where the function finds DynamoDB. */
export function startClient(bundle: FunctionBundle, url: string): Client {
	return startRemote(join(import.meta.dirname, "client-process.ts"), {
		args: [bundle.path],
		env: {
			...lambdaEnvironment(bundle),
			AWS_ENDPOINT_URL_DYNAMODB: url,
		},
	});
}
