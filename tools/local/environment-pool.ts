import { availableParallelism } from "node:os";
import type {
	FunctionEnvironment,
	InvocationOutcome,
} from "./function-environment.ts";
import {
	createGrowingSemaphore,
	type SemaphoreLimits,
} from "./growing-semaphore.ts";

export interface PoolLimits {
	/** How many invocations run at once; each has an environment. */
	invocations: SemaphoreLimits;
	/** An environment that has had no invocation for so long is ended. */
	idleMilliseconds: number;
}

const environmentsMax = 8;

/**
 * All functions share this machine. Each environment has a heap of its own and compiles the function's code for itself,
 * over its first thousands of invocations. With eight environments, 64 clients would get the slowest code and use the
 * most memory.
 */
export const defaultLimits: PoolLimits = {
	invocations: {
		initial: Math.min(environmentsMax, Math.max(2, availableParallelism())),
		max: environmentsMax,
		growAfterMilliseconds: 1_000,
	},
	idleMilliseconds: 300_000,
};

/** The environments of one function. */
export interface EnvironmentPool {
	/** @param event The event as JSON. */
	invoke(event: string): Promise<InvocationOutcome>;
	/** Replaces the code. Running invocations finish with the code with which they began. */
	replaceCode(codePath: string): void;
	/** The running environments. */
	environments(): FunctionEnvironment[];
}

interface IdleEnvironment {
	environment: FunctionEnvironment;
	/** Ends the environment when it has been idle for too long. */
	end: NodeJS.Timeout;
}

export function createPool(
	firstCodePath: string,
	start: (count: number, codePath: string) => FunctionEnvironment,
	{ invocations, idleMilliseconds }: PoolLimits,
): EnvironmentPool {
	const permits = createGrowingSemaphore(invocations);
	/** The idle environments. The last one has had the latest invocation. */
	const idle: IdleEnvironment[] = [];
	const busy = new Set<FunctionEnvironment>();
	/** The environments in `busy` whose code has been replaced. */
	const outdated = new Set<FunctionEnvironment>();
	let codePath = firstCodePath;
	let started = 0;

	function takeEnvironment(): FunctionEnvironment {
		const latest = idle.pop();
		clearTimeout(latest?.end);
		if (latest?.environment.isAlive) return latest.environment;
		if (latest) return takeEnvironment();
		started += 1;
		return start(started, codePath);
	}

	function keepIdle(environment: FunctionEnvironment) {
		const end = setTimeout(() => {
			idle.splice(idle.indexOf(kept), 1);
			void environment.kill();
		}, idleMilliseconds);
		const kept: IdleEnvironment = { environment, end: end.unref() };
		idle.push(kept);
	}

	return {
		async invoke(event) {
			await permits.acquire();
			const environment = takeEnvironment();
			busy.add(environment);
			const outcome = await environment.invoke(event);
			busy.delete(environment);
			if (outdated.delete(environment)) await environment.kill();
			else keepIdle(environment);
			permits.release();
			return outcome;
		},
		replaceCode(replacement) {
			codePath = replacement;
			for (const { environment, end } of idle.splice(0)) {
				clearTimeout(end);
				void environment.kill();
			}
			for (const environment of busy) outdated.add(environment);
		},
		environments: () =>
			[...busy, ...idle.map(({ environment }) => environment)].filter(
				({ isAlive }) => isAlive,
			),
	};
}
