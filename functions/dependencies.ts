import type { PipelineDependencies } from "../shared/http/pipeline.ts";
import { cached } from "../shared/runtime/cached.ts";
import { type Clock, systemClock } from "../shared/runtime/clock.ts";
import {
	metricsNamespace,
	requireEnabledIdempotency,
	tableName,
} from "../shared/runtime/config.ts";
import { type NewId, newUlid } from "../shared/runtime/ids.ts";
import { createLogger, type Logger } from "../shared/runtime/logger.ts";
import { createMetrics, type EmitMetrics } from "../shared/runtime/metrics.ts";
import { claimIdempotencyKey } from "../shared/store/attempts/idempotency-claims.ts";
import {
	connectTable,
	type Table,
	withRetryTime,
} from "../shared/store/dynamodb/table.ts";
import { findCaller } from "../shared/store/organizations/callers.ts";

/** The dependencies of the functions behind the API. */
export interface Dependencies {
	table: Table;
	pipeline: PipelineDependencies;
}

/**
 * How long a change of an organization, its users or keys may take to show: short, but long enough to spare most reads.
 */
const callerCacheSeconds = 5;

/** Connects to the resources that the environment configures. */
export function connectDependencies(): Dependencies {
	requireEnabledIdempotency();
	return createDependencies(connectTable({ name: tableName() }), {
		clock: systemClock,
		newId: newUlid,
		...connectObservers(),
	});
}

/** Where log lines and metrics go. */
export interface Observers {
	logger: Logger;
	emitMetrics: EmitMetrics;
}

export const connectObservers = (): Observers => ({
	logger: createLogger(),
	emitMetrics: createMetrics({
		namespace: metricsNamespace(),
		clock: systemClock,
	}),
});

export function createDependencies(
	table: Table,
	runtime: Observers & { clock: Clock; newId: NewId },
): Dependencies {
	return {
		table,
		pipeline: {
			...runtime,
			findCaller: cached((secretHash) => findCaller(table, secretHash), {
				seconds: callerCacheSeconds,
				clock: runtime.clock,
			}),
			claimIdempotencyKey: (claim, retryTime) =>
				claimIdempotencyKey(withRetryTime(table, retryTime), claim),
		},
	};
}
