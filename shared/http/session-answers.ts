import type { MiddlewareObj } from "@middy/core";
import type {
	APIGatewayProxyEventV2,
	APIGatewayProxyStructuredResultV2,
} from "aws-lambda";

/**
 * What a browser reads is of a person who may sign out: it stays in no cache. A request with an API key is none of a
 * browser. It sees the answer last, so it comes before `respond` in the chain.
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
	// Any JSON in a test of the Lambda console.
	if (!response || event?.headers?.authorization !== undefined) return;
	request.response = {
		...response,
		headers: { ...response.headers, "cache-control": "no-store" },
	};
}
