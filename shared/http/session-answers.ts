import type { MiddlewareObj } from "@middy/core";
import type {
	APIGatewayProxyEventV2,
	APIGatewayProxyStructuredResultV2,
} from "aws-lambda";

/**
 * Forbids caching of answers to sessions: a browser reads them for a person who may sign out. A request with an API key
 * does not come from a browser. This middleware comes before `respond` in the chain, so that it sees the answer last.
 */
export const sessionAnswers: MiddlewareObj<
	APIGatewayProxyEventV2,
	APIGatewayProxyStructuredResultV2
> = { after: forbidCaching, onError: forbidCaching };

function forbidCaching(request: {
	event: APIGatewayProxyEventV2;
	response?: APIGatewayProxyStructuredResultV2 | null | undefined;
}) {
	const { event, response } = request;
	if (!response || !mayBeOfSession(event)) return;
	request.response = {
		...response,
		headers: { ...response.headers, "cache-control": "no-store" },
	};
}

/** @param event Any JSON in a test of the Lambda console. */
const mayBeOfSession = (event: Partial<APIGatewayProxyEventV2> | null) =>
	event?.cookies !== undefined && event.headers?.authorization === undefined;
