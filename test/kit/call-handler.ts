import type {
	APIGatewayProxyEventV2,
	APIGatewayProxyStructuredResultV2,
	Context,
} from "aws-lambda";
import { toApiEvent } from "../support/api-event.ts";
import { lambdaContext } from "../support/lambda-context.ts";

/** A request of a test. */
export interface TestRequest {
	apiKey: string;
	/** For vendor advances and mark-as-paid. */
	idempotencyKey?: string;
	headers?: Record<string, string>;
	pathParameters?: Record<string, string>;
	/** Sent as JSON; a text is sent as it is. */
	body?: object | string;
}

/**
 * The event that API Gateway makes of a request to its HTTP API: payload format 2.0.
 *
 * @param route Method and path, such as `POST /v1.0/payment/mark-as-paid`.
 */
export function apiEvent(
	route: string,
	{ apiKey, idempotencyKey, headers, body, ...parameters }: TestRequest,
): APIGatewayProxyEventV2 {
	const [method = "", path = ""] = route.split(" ");
	return toApiEvent({
		method,
		path,
		...parameters,
		headers: {
			authorization: `Api-Key ${apiKey}`,
			"content-type": "application/json",
			...(idempotencyKey !== undefined && {
				"x-idempotency-key": idempotencyKey,
			}),
			...headers,
		},
		...(body !== undefined && {
			body: typeof body === "string" ? body : JSON.stringify(body),
		}),
	});
}

/** The `handler` of any `functions/<name>/handler.ts` that answers requests. */
export type ApiFunction = (
	event: APIGatewayProxyEventV2,
	context: Context,
) => Promise<APIGatewayProxyStructuredResultV2>;

/** Calls a handler as Lambda does. */
export async function callHandler(
	handler: ApiFunction,
	event: APIGatewayProxyEventV2,
): Promise<{ status: number | undefined; body: unknown }> {
	const { statusCode, body = "" } = await handler(event, lambdaContext());
	return { status: statusCode, body: JSON.parse(body) };
}
