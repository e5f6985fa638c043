import type {
	APIGatewayProxyEventV2,
	APIGatewayProxyStructuredResultV2,
	Context,
} from "aws-lambda";
import {
	type PageRoute,
	type PageRuntime,
	pageHandler,
} from "../../shared/http/page-handler.ts";
import { deleteAttempt, findAttempt } from "./attempt-cookie.ts";
import { errorHeaders, errorPage } from "./error-page.ts";

/**
 * A route that a person's browser opens: its errors are pages. An attempt that was refused is over; one that failed for
 * other reasons can be repeated by loading the page again.
 */
export function browserRoute(
	route: PageRoute<APIGatewayProxyEventV2>,
	runtime: PageRuntime,
) {
	const handler = pageHandler(route, runtime);
	return async (
		event: APIGatewayProxyEventV2,
		context: Context,
	): Promise<APIGatewayProxyStructuredResultV2> => {
		const answer = await handler(event, context);
		const { statusCode = 500, body = "", headers } = answer;
		if (statusCode < 400) return answer;
		if (statusCode >= 500) runtime.emitMetrics({ SignInFailures: 1 });
		return {
			...answer,
			headers: { ...headers, ...errorHeaders },
			body: errorPage(toMessage(body)),
			...(statusCode < 500 && { cookies: endedAttempt(event, runtime) }),
		};
	};
}

function endedAttempt(
	event: APIGatewayProxyEventV2,
	{ clock }: PageRuntime,
): string[] {
	const state = event?.queryStringParameters?.state ?? "";
	// Only a name that the browser has sent goes back to it.
	const attempt = findAttempt(event, state, clock());
	return attempt ? [deleteAttempt(event, state)] : [];
}

/** The message of an error's JSON. */
function toMessage(body: string): string {
	const { error } = JSON.parse(body) as { error: { message: string } };
	return error.message;
}
