import middy from "@middy/core";
import type { Context } from "aws-lambda";
import type { AttemptedRequest, ClaimHolder } from "../attempts/attempt.ts";
import type { Endpoint } from "../endpoints/endpoint.ts";
import type { Clock } from "../environment/clock.ts";
import type { NewId } from "../environment/ids.ts";
import { withActivity } from "../logging/activity.ts";
import type { Logger } from "../logging/logger.ts";
import type { EmitMetrics } from "../logging/metrics.ts";
import type { Caller } from "../organizations/organization.ts";
import { type RetryTime, requestRetryTime } from "../timing/retry-time.ts";
import { authenticate, type FindCaller } from "./middleware/authenticate.ts";
import { authorize, type RequireAccess } from "./middleware/authorize.ts";
import {
	type IdempotencyEvent,
	readIdempotencyKey,
} from "./middleware/read-idempotency-key.ts";
import { respond } from "./middleware/respond.ts";
import type { Reply } from "./response.ts";
import type { ClaimIdempotencyKey, RunOnce } from "./run-once.ts";

/** How an endpoint answers a request: its access rules and its use case. */
export interface Implementation<Input> {
	requireAccess: RequireAccess;
	/** Parses and validates the request; throws the caller's error. */
	parse: (event: IdempotencyEvent) => Input;
	run: (input: Input, request: RequestContext) => Promise<Reply>;
	/** For endpoints whose requests claim their idempotency keys. */
	attempts?: {
		/** Named by these endpoints only, so that the other functions do not bundle it. */
		runOnce: RunOnce;
		/** The part of the request that the claim stores (records R9). */
		toRequest: (input: Input) => AttemptedRequest;
		/** Describes the attempt that holds the key, for the 409 response. Makes one read. */
		describe: (
			organizationId: string,
			holder: ClaimHolder,
		) => Promise<string | undefined>;
	};
}

/** The context of a request, without its input. */
export interface RequestContext {
	caller: Caller;
	/** null when none was sent. */
	idempotencyKey: string | null;
	/** A ULID, unique to the request. The ids of everything that the request creates derive from it. */
	attemptId: string;
	now: Date;
	/** For the deadline of the request's writes (`requestTable`). */
	clock: Clock;
	/** How long the request retries when the store is busy. */
	retryTime: RetryTime;
}

export interface PipelineDependencies {
	findCaller: FindCaller;
	claimIdempotencyKey: ClaimIdempotencyKey;
	clock: Clock;
	newId: NewId;
	logger: Logger;
	emitMetrics: EmitMetrics;
}

/** The middleware chain of an endpoint, in the order of `decisions.md`. Every response passes `respond`. */
export function apiHandler<Input>(
	endpoint: Endpoint,
	implementation: Implementation<Input>,
	dependencies: PipelineDependencies,
) {
	// No early timeout response: writes would continue after it.
	const handler = middy<IdempotencyEvent>({ timeoutEarlyInMillis: 0 })
		.use(respond(dependencies, endpoint.operation))
		.use(authenticate(dependencies.findCaller, dependencies.clock))
		.use(authorize(endpoint.permissions, implementation.requireAccess))
		.use(readIdempotencyKey(endpoint.idempotencyKey))
		.handler(claimThenRun(endpoint, implementation, dependencies));
	return (event: IdempotencyEvent, context: Context) =>
		withActivity(() => handler(event, context));
}

/**
 * Claims the idempotency key before any processing (spec 5, ADR 5). Only the body is parsed first, because the claim
 * stores a part of it; an invalid body is reported after the claim.
 */
function claimThenRun<Input>(
	{ operation }: Endpoint,
	{ parse, run, attempts }: Implementation<Input>,
	{ clock, newId, logger, claimIdempotencyKey }: PipelineDependencies,
) {
	return async (event: IdempotencyEvent, context: Context): Promise<Reply> => {
		const { caller, idempotencyKey } = event;
		const now = clock();
		const attemptId = newId(now);
		// A GET creates nothing that its attempt id could lead to.
		if (event.requestContext.http.method !== "GET") event.attemptId = attemptId;
		const retryTime = requestRetryTime(context);
		const parsed = outcomeOf(() => parse(event));
		const runParsed = async () => {
			if ("error" in parsed) throw parsed.error;
			return run(parsed.value, {
				caller,
				idempotencyKey,
				attemptId,
				now,
				clock,
				retryTime,
			});
		};
		if (idempotencyKey === null || !attempts) return runParsed();

		const organizationId = caller.organization.id;
		const claim = () =>
			claimIdempotencyKey(
				{
					organizationId,
					operation,
					idempotencyKey,
					attemptId,
					request:
						"error" in parsed
							? { kind: "INVALID" }
							: attempts.toRequest(parsed.value),
					now,
				},
				retryTime,
			);
		return attempts.runOnce(runParsed, {
			attemptId,
			claim,
			describe: (holder) => attempts.describe(organizationId, holder),
			logger,
			context,
		});
	};
}

/** The return value of a function, or the error that it throws. */
function outcomeOf<T>(act: () => T): { value: T } | { error: unknown } {
	try {
		return { value: act() };
	} catch (error) {
		return { error };
	}
}
