import {
	createPool,
	defaultLimits,
	type PoolLimits,
} from "./environment-pool.ts";
import {
	type FunctionEnvironment,
	type InvocationOutcome,
	startEnvironment,
} from "./function-environment.ts";
import { type LocalAddresses, withAddresses } from "./template/placeholders.ts";
import type { TemplateFunction } from "./template/template-function.ts";

/** Lambda's limit for an answer, in bytes of JSON. */
const answerBytesMax = 6_291_556;

export interface FunctionHost {
	/** @param event Any JSON value. */
	invoke(functionArn: string, event: unknown): Promise<InvocationOutcome>;
	/**
	 * Runs a function from another folder from now on. Running invocations finish with the code with which they began.
	 */
	replaceCode(functionArn: string, codePath: string): void;
	/** The running environments. */
	environments(): FunctionEnvironment[];
	/** Terminates all environments at once. */
	stop(): Promise<void>;
}

/**
 * Runs functions as Lambda does. Each environment processes one invocation at a time. Environments are started on demand,
 * also to replace crashed ones, and end when they are idle. Unlike on Lambda, an invocation waits for an environment
 * while its function keeps the processors busy or has its maximum of environments.
 */
export function startFunctionHost({
	functions,
	gatewayUrl,
	sessionToken = "local",
	addresses = () => ({ apiUrl: "", issuerUrl: "" }),
	log,
	limits = defaultLimits,
}: {
	functions: TemplateFunction[];
	gatewayUrl: string;
	/** The token by which the gateway knows the functions. */
	sessionToken?: string;
	/** The addresses, which are known when the first function is invoked. */
	addresses?: () => LocalAddresses;
	/** Receives the functions' output, line by line. */
	log: (line: string) => void;
	/** Limits the environments of each function. */
	limits?: PoolLimits;
}): FunctionHost {
	const pools = new Map(
		functions.map((templateFunction) => [
			templateFunction.arn,
			createPool(
				templateFunction.codePath,
				(count, codePath) =>
					startEnvironment({
						templateFunction: {
							...templateFunction,
							codePath,
							environment: withAddresses(
								templateFunction.environment,
								addresses(),
							),
						},
						accessKeyId: `${templateFunction.name}-${count}`,
						gatewayUrl,
						sessionToken,
						log,
					}),
				limits,
			),
		]),
	);
	const poolOf = (functionArn: string) => {
		const pool = pools.get(functionArn);
		if (!pool) throw new Error(`There is no function ${functionArn}`);
		return pool;
	};

	const environments = () =>
		[...pools.values()].flatMap((pool) => pool.environments());

	return {
		async invoke(functionArn, event) {
			const outcome = await poolOf(functionArn).invoke(JSON.stringify(event));
			return isTooLarge(outcome)
				? { failure: "The answer exceeds Lambda's payload limit" }
				: outcome;
		},
		replaceCode: (functionArn, codePath) =>
			poolOf(functionArn).replaceCode(codePath),
		environments,
		async stop() {
			await Promise.all(
				environments().map((environment) => environment.kill()),
			);
		},
	};
}

const isTooLarge = (outcome: InvocationOutcome) =>
	"answer" in outcome && Buffer.byteLength(outcome.answer) > answerBytesMax;
