import {
	type FunctionEnvironment,
	type InvocationOutcome,
	startEnvironment,
} from "./function-environment.ts";
import type { TemplateFunction } from "./template/template-function.ts";

const environmentsMax = 8;

/** Lambda's limit for an answer, in bytes of JSON. */
const answerBytesMax = 6_291_556;

export interface FunctionHost {
	/** @param event Any JSON value. */
	invoke(functionArn: string, event: unknown): Promise<InvocationOutcome>;
	/**
	 * Runs a function from another folder from now on. Running invocations finish with the code that they began with.
	 */
	replaceCode(functionArn: string, codePath: string): void;
	/** The running environments. */
	environments(): FunctionEnvironment[];
	/** Terminates all environments at once. */
	stop(): Promise<void>;
}

/**
 * Runs functions as Lambda does: each environment processes one invocation at a time, and environments are started on
 * demand, also to replace crashed ones. Invocations wait when a function has `environmentsMax` busy environments.
 */
export function startFunctionHost({
	functions,
	gatewayUrl,
	log,
}: {
	functions: TemplateFunction[];
	gatewayUrl: string;
	/** Receives the functions' output, line by line. */
	log: (line: string) => void;
}): FunctionHost {
	const pools = new Map(
		functions.map((templateFunction) => [
			templateFunction.arn,
			createPool(templateFunction.codePath, (count, codePath) =>
				startEnvironment({
					templateFunction: { ...templateFunction, codePath },
					accessKeyId: `${templateFunction.name}-${count}`,
					gatewayUrl,
					log,
				}),
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

interface Pool {
	invoke(event: string): Promise<InvocationOutcome>;
	replaceCode(codePath: string): void;
	environments(): FunctionEnvironment[];
}

/** The environments of one function. */
function createPool(
	firstCodePath: string,
	start: (count: number, codePath: string) => FunctionEnvironment,
): Pool {
	const idle: FunctionEnvironment[] = [];
	const busy = new Set<FunctionEnvironment>();
	/** Those of `busy` that run code which has been replaced. */
	const outdated = new Set<FunctionEnvironment>();
	let codePath = firstCodePath;
	const waiting: (() => void)[] = [];
	let taken = 0;
	let started = 0;

	async function takeTurn() {
		if (taken >= environmentsMax)
			return new Promise<void>((resolve) => waiting.push(resolve));
		taken += 1;
	}

	/** Passes the turn to the next waiting invocation. */
	function releaseTurn() {
		const next = waiting.shift();
		if (next) next();
		else taken -= 1;
	}

	function takeEnvironment(): FunctionEnvironment {
		const environment = idle.pop();
		if (environment?.isAlive) return environment;
		if (environment) return takeEnvironment();
		started += 1;
		return start(started, codePath);
	}

	return {
		async invoke(event) {
			await takeTurn();
			const environment = takeEnvironment();
			busy.add(environment);
			const outcome = await environment.invoke(event);
			busy.delete(environment);
			if (outdated.delete(environment)) await environment.kill();
			else idle.push(environment);
			releaseTurn();
			return outcome;
		},
		replaceCode(replacement) {
			codePath = replacement;
			for (const environment of idle.splice(0)) void environment.kill();
			for (const environment of busy) outdated.add(environment);
		},
		environments: () => [...busy, ...idle].filter(({ isAlive }) => isAlive),
	};
}
