import { randomUUID } from "node:crypto";
import { Worker } from "node:worker_threads";
import { eachLine } from "./console/lines.ts";
import { account } from "./template/account.ts";
import type { TemplateFunction } from "./template/template-function.ts";

/** One execution environment of a function: a worker thread that runs one invocation at a time. */
export interface FunctionEnvironment {
	/** The AWS gateway knows the environment by this id. */
	accessKeyId: string;
	functionName: string;
	/** Whether the thread is running. */
	readonly isAlive: boolean;
	invoke(event: string): Promise<InvocationOutcome>;
	/** Terminates the thread at once, even during an invocation. */
	kill(): Promise<void>;
}

/** The function's result as JSON, or the reason for the failure. */
export type InvocationOutcome = { answer: string } | { failure: string };

/** The data with which a thread is started. */
export interface EnvironmentData {
	codePath: string;
	handler: string;
	functionArn: string;
}

/** An invocation as it is sent to the thread. */
export interface Invocation {
	/** The event as JSON. */
	event: string;
	requestId: string;
	/** Epoch milliseconds at which the invocation times out. */
	deadline: number;
}

export function startEnvironment({
	templateFunction,
	accessKeyId,
	gatewayUrl,
	sessionToken,
	log,
}: {
	templateFunction: TemplateFunction;
	accessKeyId: string;
	gatewayUrl: string;
	sessionToken: string;
	/** Receives the function's output, line by line. */
	log: (line: string) => void;
}): FunctionEnvironment {
	const { name, arn, timeoutSeconds } = templateFunction;
	const worker = startWorker(templateFunction, {
		...templateFunction.environment,
		...lambdaVariables(templateFunction, accessKeyId),
		AWS_SESSION_TOKEN: sessionToken,
		AWS_ENDPOINT_URL_DYNAMODB: gatewayUrl,
		AWS_ENDPOINT_URL_SQS: gatewayUrl,
		AWS_ENDPOINT_URL_SESV2: gatewayUrl,
		AWS_ENDPOINT_URL_EVENTBRIDGE: gatewayUrl,
		AWS_ENDPOINT_URL_KMS: gatewayUrl,
		AWS_ENDPOINT_URL_SECRETS_MANAGER: gatewayUrl,
	});
	eachLine(worker.stdout, log);
	eachLine(worker.stderr, log);
	let isAlive = true;
	let settle: (outcome: InvocationOutcome) => void = () => {};
	worker.on("message", (outcome: InvocationOutcome) => settle(outcome));
	worker.on("error", (error) => log(`${name}: ${error.stack}`));
	worker.on("exit", () => {
		isAlive = false;
		settle({ failure: `The environment of ${name} ended` });
	});

	return {
		accessKeyId,
		functionName: name,
		get isAlive() {
			return isAlive;
		},
		async invoke(event) {
			const timeoutMilliseconds = timeoutSeconds * 1_000;
			const outcome = new Promise<InvocationOutcome>((resolve) => {
				settle = resolve;
			});
			const requestId = randomUUID();
			const timeout = setTimeout(() => {
				log(`${requestId} ${arn} timed out`);
				void worker.terminate();
			}, timeoutMilliseconds);
			const deadline = Date.now() + timeoutMilliseconds;
			worker.postMessage({ event, requestId, deadline } satisfies Invocation);
			return outcome.finally(() => clearTimeout(timeout));
		},
		async kill() {
			await worker.terminate();
		},
	};
}

/** V8's default is 192 MB. A thread under load would fill it, and not give the memory back. */
const maxYoungGenerationSizeMb = 12;

function startWorker(
	{ arn, codePath, handler, memoryMegabytes }: TemplateFunction,
	env: Record<string, string>,
): Worker {
	const data: EnvironmentData = { codePath, handler, functionArn: arn };
	return new Worker(new URL("./function-worker.ts", import.meta.url), {
		env,
		workerData: data,
		resourceLimits: {
			maxOldGenerationSizeMb: memoryMegabytes,
			maxYoungGenerationSizeMb,
		},
		stdout: true,
		stderr: true,
	});
}

/** The environment variables that Lambda sets. */
function lambdaVariables(
	{ name, codePath, handler, memoryMegabytes }: TemplateFunction,
	accessKeyId: string,
): Record<string, string> {
	return {
		_HANDLER: handler,
		AWS_ACCESS_KEY_ID: accessKeyId,
		AWS_SECRET_ACCESS_KEY: "local",
		AWS_REGION: account.region,
		AWS_DEFAULT_REGION: account.region,
		AWS_EXECUTION_ENV: "AWS_Lambda_nodejs24.x",
		AWS_LAMBDA_FUNCTION_NAME: name,
		AWS_LAMBDA_FUNCTION_VERSION: "$LATEST",
		AWS_LAMBDA_FUNCTION_MEMORY_SIZE: `${memoryMegabytes}`,
		AWS_LAMBDA_INITIALIZATION_TYPE: "on-demand",
		AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${name}`,
		AWS_LAMBDA_LOG_STREAM_NAME: accessKeyId,
		LAMBDA_TASK_ROOT: codePath,
		LANG: "en_US.UTF-8",
		TZ: ":UTC",
	};
}
