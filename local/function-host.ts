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
	/** Receives the functions' output. */
	log: (chunk: Buffer) => void;
}): FunctionHost {
	const pools = new Map(
		functions.map((templateFunction) => [
			templateFunction.arn,
			createPool((count) =>
				startEnvironment({
					templateFunction,
					accessKeyId: `${templateFunction.name}-${count}`,
					gatewayUrl,
					log,
				}),
			),
		]),
	);

	const environments = () =>
		[...pools.values()].flatMap((pool) => pool.environments());

	return {
		async invoke(functionArn, event) {
			const pool = pools.get(functionArn);
			if (!pool) throw new Error(`There is no function ${functionArn}`);
			const outcome = await pool.invoke(JSON.stringify(event));
			return isTooLarge(outcome)
				? { failure: "The answer exceeds Lambda's payload limit" }
				: outcome;
		},
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
	environments(): FunctionEnvironment[];
}

/** The environments of one function. */
function createPool(start: (count: number) => FunctionEnvironment): Pool {
	const idle: FunctionEnvironment[] = [];
	const busy = new Set<FunctionEnvironment>();
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
		return start(started);
	}

	return {
		async invoke(event) {
			await takeTurn();
			const environment = takeEnvironment();
			busy.add(environment);
			const outcome = await environment.invoke(event);
			busy.delete(environment);
			idle.push(environment);
			releaseTurn();
			return outcome;
		},
		environments: () => [...busy, ...idle].filter(({ isAlive }) => isAlive),
	};
}
