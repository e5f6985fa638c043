import type { MiddlewareObj } from "@middy/core";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import type { Logger } from "../../runtime/logger.ts";
import { type Reply, toErrorReply, toHttpResponse } from "../response.ts";

/** Converts the endpoint's reply, or any error, to the HTTP response. Logs internal errors. */
export function respond(
	logger: Logger,
	operation: string,
): MiddlewareObj<APIGatewayProxyEventV2> {
	return {
		after: (request) => {
			send(request, request.response);
		},
		onError: (request) => {
			const reply = toErrorReply(request.error);
			if (reply.status >= 500 && request.error) {
				const { requestId } = request.event.requestContext;
				logger.error("Request failed", {
					error: request.error,
					operation,
					requestId,
				});
			}
			send(request, reply);
		},
	};

	function send(
		request: { event: APIGatewayProxyEventV2; response: unknown },
		reply: Reply,
	) {
		const { requestId } = request.event.requestContext;
		request.response = toHttpResponse(reply, requestId);
	}
}
