import middy from "@middy/core";
import type { APIGatewayProxyEventV2, Context } from "aws-lambda";
import type { Caller, Permission } from "../domain/organization.ts";
import type { Clock } from "../runtime/clock.ts";
import type { NewId } from "../runtime/ids.ts";
import type { Logger } from "../runtime/logger.ts";
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
	permission: Permission;
	requireAccess: RequireAccess;
	idempotencyKey: IdempotencyKeyUse;
	/** Reads and checks what was sent; throws what the caller did wrong. */
	parse: (event: APIGatewayProxyEventV2) => Input;
	run: (input: Input, request: RequestContext) => Promise<Reply>;
	/** What a caller whose idempotency key is refused is to know of the attempt that holds it. */
	describeAttempt?: (
		organizationId: string,
		attemptId: string,
	) => Promise<string | undefined>;
}

/** What a use case may know of the request besides its input. */
export interface RequestContext {
	caller: Caller;
	/** null: none was sent. */
	idempotencyKey: string | null;
	/** A ULID, new with each request: what the request creates is named after it. */
	attemptId: string;
	now: Date;
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

/** The claim comes before any processing, validation included (spec 5). */
function claimThenRun<Input>(
	endpoint: Endpoint<Input>,
	dependencies: PipelineDependencies,
) {
	return async (event: IdempotencyEvent, context: Context): Promise<Reply> => {
		const { caller, idempotencyKey } = event;
		const now = dependencies.clock();
		const attemptId = dependencies.newId(now);
		const run = async () =>
			endpoint.run(endpoint.parse(event), {
				caller,
				idempotencyKey,
				attemptId,
				now,
			});
		if (idempotencyKey === null) return run();

		const claim = () =>
			dependencies.claimIdempotencyKey({
				organizationId: caller.organization.id,
				operation: endpoint.operation,
				idempotencyKey,
				attemptId,
				now,
			});
		const describe = async (holder: string) =>
			endpoint.describeAttempt?.(caller.organization.id, holder);
		return runOnce(run, { attemptId, claim, describe, context });
	};
}
