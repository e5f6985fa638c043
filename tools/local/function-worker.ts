/** Runs inside a function environment's thread: it loads the bundle, then answers one invocation after the other. */
import { createRequire } from "node:module";
import { join } from "node:path";
import { inspect } from "node:util";
import { parentPort, workerData } from "node:worker_threads";
import type { Context, Handler } from "aws-lambda";
import type {
	EnvironmentData,
	Invocation,
	InvocationOutcome,
} from "./function-environment.ts";

const { codePath, handler, functionArn } = workerData as EnvironmentData;
const invoke = loadHandler();

parentPort?.on("message", async (invocation: Invocation) => {
	parentPort?.postMessage(await toOutcome(invocation));
});

async function toOutcome(invocation: Invocation): Promise<InvocationOutcome> {
	try {
		const answer = await invoke(
			JSON.parse(invocation.event),
			toContext(invocation),
			() => undefined,
		);
		return { answer: JSON.stringify(answer) ?? "null" };
	} catch (error) {
		console.error(uncaughtErrorLine(error, invocation));
		return { failure: String(error) };
	}
}

/** Lambda's runtime also logs it as JSON. The name is added, because the local stack has one log for all functions. */
function uncaughtErrorLine(error: unknown, { requestId }: Invocation): string {
	const { name, message } =
		error instanceof Error ? error : { name: "Error", message: `${error}` };
	return JSON.stringify({
		level: "ERROR",
		message: "Invoke Error",
		timestamp: new Date().toISOString(),
		function_name: process.env.AWS_LAMBDA_FUNCTION_NAME,
		function_request_id: requestId,
		// `inspect` also shows the causes of the error.
		error: { name, message, stack: inspect(error) },
	});
}

/** Loads the handler: `index.handler` is the export `handler` of `index.js`. */
function loadHandler(): Handler {
	const [file = "", name = ""] = handler.split(".");
	const require = createRequire(import.meta.url);
	return require(join(codePath, `${file}.js`))[name];
}

function toContext({ requestId, deadline }: Invocation): Context {
	const { env } = process;
	return {
		awsRequestId: requestId,
		callbackWaitsForEmptyEventLoop: true,
		functionName: env.AWS_LAMBDA_FUNCTION_NAME ?? "",
		functionVersion: env.AWS_LAMBDA_FUNCTION_VERSION ?? "",
		invokedFunctionArn: functionArn,
		memoryLimitInMB: env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE ?? "",
		logGroupName: env.AWS_LAMBDA_LOG_GROUP_NAME ?? "",
		logStreamName: env.AWS_LAMBDA_LOG_STREAM_NAME ?? "",
		getRemainingTimeInMillis: () => deadline - Date.now(),
		// These are callbacks of Node.js 8. Newer Lambda runtimes dropped them, but the type still has them.
		done() {},
		fail() {},
		succeed() {},
	};
}
