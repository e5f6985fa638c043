import type { MiddlewareObj } from "@middy/core";
import type { APIGatewayProxyEventV2, Context } from "aws-lambda";
import { validationFailed } from "../../errors/api-error.ts";
import type { Logger } from "../../logging/logger.ts";
import type { EmitMetrics } from "../../logging/metrics.ts";
import { logRequest } from "../log-request.ts";
import {
	type KeyHolder,
	type Reply,
	repeatedKey,
	toErrorReply,
	toHttpResponse,
} from "../response.ts";

/** Converts the endpoint's reply, or any error, to the HTTP response. Logs the request, and internal errors. */
export function respond(
	observers: { logger: Logger; emitMetrics: EmitMetrics },
	operation: string,
): MiddlewareObj<RespondingEvent> {
	const { logger } = observers;
	return {
		before: ({ event, context }) => {
			logger.addContext(context);
			// A test event of the Lambda console may be any JSON.
			if (!event?.requestContext || !event.headers)
				throw validationFailed("", "must be an HTTP API event, payload 2.0");
		},
		after: (request) => {
			send(request, request.response);
		},
		onError: (request) => {
			const reply = toReply(request);
			if (reply.status >= 500 && request.error) {
				logger.error("Request failed", {
					error: request.error,
					operation,
					requestId: requestIdOf(request),
				});
			}
			send(request, reply);
		},
	};

	function send(request: Request, reply: Reply) {
		const ids = {
			requestId: requestIdOf(request),
			callerRequestId: callerRequestIdOf(request),
		};
		request.response = toHttpResponse(reply, ids);
		logRequest(observers, { ...request, ...ids, operation }, reply);
	}
}

type RespondingEvent = APIGatewayProxyEventV2 & { keyHolder?: KeyHolder };

interface Request {
	event: RespondingEvent;
	context: Context;
	response: unknown;
}

type Failed = Pick<Request, "event"> & { error: Error | null | undefined };

/** Recognises Powertools' error by its name, so that functions without claims do not bundle its class. */
function toReply({ event, error }: Failed): Reply {
	const isRepeated = error?.name === "IdempotencyAlreadyInProgressError";
	return isRepeated && event.keyHolder
		? repeatedKey(event.keyHolder)
		: toErrorReply(error);
}

const requestIdOf = ({ event, context }: Request) =>
	event?.requestContext?.requestId ?? context.awsRequestId;

/** The id that the caller has given the request, if it may stand in a header and in a log line as it is. */
function callerRequestIdOf({ event }: Request): string | undefined {
	const sent = event?.headers?.["x-request-id"];
	return sent && /^[ -~]{1,64}$/.test(sent) ? sent : undefined;
}
