import middy from "@middy/core";
import type { APIGatewayProxyEventV2, Context } from "aws-lambda";
import {
	type AttemptedRequest,
	type ClaimHolder,
	secondsBetween,
	writeSeconds,
} from "../domain/attempt.ts";
import type {
	Caller,
	Permission,
} from "../domain/organization/organization.ts";
import type { Clock } from "../runtime/clock.ts";
import type { NewId } from "../runtime/ids.ts";
import type { Logger } from "../runtime/logger.ts";
import { type RetryTime, requestRetryTime } from "../runtime/retry-time.ts";
import { authenticate, type FindCaller } from "./middleware/authenticate.ts";
import { authorize, type RequireAccess } from "./middleware/authorize.ts";
import {
	type IdempotencyEvent,
	type IdempotencyKeyUse,
	readIdempotencyKey,
} from "./middleware/read-idempotency-key.ts";
import { respond } from "./middleware/respond.ts";
import type { Reply } from "./response.ts";
import { type ClaimIdempotencyKey, runOnce } from "./run-once.ts";

/** What an endpoint asks for, and what it does. */
export interface Endpoint<Input> {
	/** Names the endpoint in logs, and is the scope of its idempotency keys. */
	operation: string;
	/** One, or several of which any is enough. */
	permission: Permission | readonly Permission[];
	requireAccess: RequireAccess;
	idempotencyKey: IdempotencyKeyUse;
	/** Reads and checks what was sent; throws what the caller did wrong. */
	parse: (event: APIGatewayProxyEventV2) => Input;
	run: (input: Input, request: RequestContext) => Promise<Reply>;
	/** Of an endpoint whose requests claim their idempotency keys. */
	attempts?: {
		/** What a claim keeps of a request (records R9). */
		toRequest: (input: Input) => AttemptedRequest;
		/** What there is to say of an attempt whose key is used again: one read. */
		describe: (
			organizationId: string,
			holder: ClaimHolder,
		) => Promise<string | undefined>;
	};
}

/** What a use case may know of the request besides its input. */
export interface RequestContext {
	caller: Caller;
	/** null: none was sent. */
	idempotencyKey: string | null;
	/** A ULID, new with each request: what the request creates is named after it. */
	attemptId: string;
	now: Date;
	/** For how long the request retries what the store refuses for load. */
	retryTime: RetryTime;
	/** From then on the request begins no write (records R9): 25 s after `now`. */
	isTooLateToWrite: () => boolean;
}

/** What the pipeline needs of the world. */
export interface PipelineDependencies {
	findCaller: FindCaller;
	claimIdempotencyKey: ClaimIdempotencyKey;
	clock: Clock;
	newId: NewId;
	logger: Logger;
}

/** The whole chain, in the order of `decisions.md`: every answer leaves through `respond`. */
export function apiHandler<Input>(
	endpoint: Endpoint<Input>,
	dependencies: PipelineDependencies,
) {
	// No early answer on a timeout: it would be given while writes go on.
	return middy<IdempotencyEvent>({ timeoutEarlyInMillis: 0 })
		.use(respond(dependencies.logger, endpoint.operation))
		.use(authenticate(dependencies.findCaller, dependencies.clock))
		.use(authorize(endpoint.permission, endpoint.requireAccess))
		.use(readIdempotencyKey(endpoint.idempotencyKey))
		.handler(claimThenRun(endpoint, dependencies));
}

export type RouteHandler = ReturnType<typeof apiHandler>;

/**
 * One function for several routes: each is handled as its endpoint says.
 *
 * @param routes By route key, such as `GET /v1.0/vendor/{vendorId}`.
 */
export function routedHandler(routes: Readonly<Record<string, RouteHandler>>) {
	return (event: APIGatewayProxyEventV2, context: Context) => {
		const handler = routes[event.routeKey];
		if (!handler) throw new Error(`No endpoint for ${event.routeKey}`);
		// Middleware adds to the event what the type already promises.
		return handler(event as IdempotencyEvent, context);
	};
}

/**
 * The claim comes before any processing (spec 5). Only the body is checked before it, since the claim keeps what was asked
 * for; what is wrong with the body is answered after it.
 */
function claimThenRun<Input>(
	{ operation, parse, run, attempts }: Endpoint<Input>,
	{ clock, newId, logger, claimIdempotencyKey }: PipelineDependencies,
) {
	return async (event: IdempotencyEvent, context: Context): Promise<Reply> => {
		const { caller, idempotencyKey } = event;
		const now = clock();
		const attemptId = newId(now);
		const retryTime = requestRetryTime(context);
		const parsed = outcomeOf(() => parse(event));
		const runParsed = async () => {
			if ("error" in parsed) throw parsed.error;
			return run(parsed.value, {
				caller,
				idempotencyKey,
				attemptId,
				now,
				retryTime,
				isTooLateToWrite: () => secondsBetween(now, clock()) > writeSeconds,
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
		const describe = (holder: ClaimHolder) =>
			attempts.describe(organizationId, holder);
		return runOnce(runParsed, { attemptId, claim, describe, logger, context });
	};
}

/** What a function returns, or what it throws. */
function outcomeOf<T>(act: () => T): { value: T } | { error: unknown } {
	try {
		return { value: act() };
	} catch (error) {
		return { error };
	}
}
