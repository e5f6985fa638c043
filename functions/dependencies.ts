import { connectTable, type Table } from "../shared/dynamodb/table.ts";
import { type Clock, systemClock } from "../shared/environment/clock.ts";
import {
	keyRequestsPerSecond,
	metricsNamespace,
	requireEnabledIdempotency,
	tableName,
} from "../shared/environment/config.ts";
import { type NewId, newUlid } from "../shared/environment/ids.ts";
import type { PipelineDependencies } from "../shared/http/pipeline.ts";
import { createLogger } from "../shared/logging/logger.ts";
import { createMetrics } from "../shared/logging/metrics.ts";
import type { Observers } from "../shared/logging/observers.ts";
import { findCaller } from "../shared/organizations/api-keys/callers.store.ts";
import { cached } from "../shared/timing/cached.ts";
import { tokenBuckets } from "../shared/timing/token-buckets.ts";

/** The dependencies of the functions behind the API. */
export interface Dependencies {
	table: Table;
	pipeline: PipelineDependencies;
	/** Whether the stage has an event feed; the route of the feed needs to know. Absent means that it has none. */
	hasEventFeed?: boolean;
}

/**
 * How long a change of an organization, its users or keys may take to show: short, but long enough to spare most reads.
 */
export const callerCacheSeconds = 5;

/** Connects to the resources that the environment configures. */
export function connectDependencies(): Dependencies {
	requireEnabledIdempotency();
	return createDependencies(connectTable({ name: tableName() }), {
		clock: systemClock,
		newId: newUlid,
		keyRequestsPerSecond: keyRequestsPerSecond(),
		...connectObservers(),
	});
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
	{
		keyRequestsPerSecond: perSecond,
		...runtime
	}: Observers & {
		clock: Clock;
		newId: NewId;
		/** Absent: API keys have no limit. */
		keyRequestsPerSecond?: number | undefined;
	},
): Dependencies {
	const { clock } = runtime;
	return {
		table,
		pipeline: {
			...runtime,
			...(perSecond !== undefined && {
				waitSeconds: tokenBuckets({ perSecond, clock }),
			}),
			findCaller: cached((secretHash) => findCaller(table, secretHash), {
				seconds: callerCacheSeconds,
				clock,
			}),
		},
	};
}
