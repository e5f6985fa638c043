import middy, { type MiddlewareObj } from "@middy/core";
import type {
	APIGatewayProxyEventV2,
	Context,
	APIGatewayProxyStructuredResultV2 as Response,
} from "aws-lambda";
import type { Endpoint } from "../endpoints/endpoint.ts";
import type { Clock } from "../environment/clock.ts";
import type { NewId } from "../environment/ids.ts";
import { withActivity } from "../logging/activity.ts";
import type { Logger } from "../logging/logger.ts";
import type { EmitMetrics } from "../logging/metrics.ts";
import type { WaitSeconds } from "../timing/token-buckets.ts";
import {
	type AuthenticateSession,
	authenticate,
	type FindCaller,
} from "./middleware/authenticate.ts";
import { authorize, type RequireAccess } from "./middleware/authorize.ts";
import {
	beginRequest,
	type RequestContext,
} from "./middleware/begin-request.ts";
import { limitRequests } from "./middleware/limit-requests.ts";
import { readIdempotencyKey } from "./middleware/read-idempotency-key.ts";
import { respond } from "./middleware/respond.ts";
import {
	type Parse,
	requireInput,
	type ValidatedEvent,
	validateBody,
} from "./middleware/validate-body.ts";
import { type Reply, toErrorReply } from "./response.ts";

export type { RequestContext };

/** How an endpoint answers a request: its access rules and its use case. */
export interface Implementation<Input> {
	requireAccess: RequireAccess;
	parse: Parse<Input>;
	run: (input: Input, request: RequestContext) => Promise<Reply>;
}

export interface PipelineDependencies {
	findCaller: FindCaller;
	/** Only functions with endpoints that accept a session have it (`functions/with-sessions.ts`). */
	authenticateSession?: AuthenticateSession;
	/** Comes with it, and sees every answer last. */
	sessionAnswers?: MiddlewareObj;
	/** Absent: API keys and sessions have no limit. */
	waitSeconds?: WaitSeconds | undefined;
	clock: Clock;
	newId: NewId;
	logger: Logger;
	emitMetrics: EmitMetrics;
}

/**
 * The middleware chain of an endpoint, in the order of the specification. Every response passes `respond`.
 *
 * @param last Middleware at the end of the chain.
 */
export function apiHandler<Input>(
	endpoint: Endpoint,
	{ requireAccess, parse, run }: Implementation<Input>,
	dependencies: PipelineDependencies,
	...last: MiddlewareObj<ValidatedEvent<Input>>[]
) {
	const { findCaller, waitSeconds, clock, sessionAnswers } = dependencies;
	const authenticateSession =
		"sessions" in endpoint ? dependencies.authenticateSession : undefined;
	// No early timeout response: writes would continue after it.
	const handler = middy<ValidatedEvent<Input>>({ timeoutEarlyInMillis: 0 })
		.use(sessionAnswers ?? [])
		.use(respond(dependencies, endpoint.operation))
		.use(authenticate({ findCaller, authenticateSession, clock }))
		.use(waitSeconds ? [limitRequests(waitSeconds)] : [])
		.use(authorize(endpoint, requireAccess))
		.use(readIdempotencyKey(endpoint.idempotencyKey))
		.before(beginRequest(dependencies))
		.use(validateBody(parse))
		.use(last)
		.handler(reply(run));
	return (event: APIGatewayProxyEventV2, context: Context): Promise<Response> =>
		// Unchecked cast: the middleware adds the properties that the event lacks.
		withActivity(() => handler(event as ValidatedEvent<Input>, context));
}

/**
 * Runs the use case. The caller's errors become replies here, so that the claim of a key learns how its request ended.
 */
const reply =
	<Input>(run: Implementation<Input>["run"]) =>
	async (event: ValidatedEvent<Input>): Promise<Reply> => {
		try {
			return await run(requireInput(event), event.request);
		} catch (error) {
			const errorReply = toErrorReply(error);
			if (errorReply.status >= 500) throw error;
			return errorReply;
		}
	};
