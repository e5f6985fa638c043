import type { APIGatewayProxyEventV2, Context } from "aws-lambda";
import type { IdempotencyEvent } from "./middleware/read-idempotency-key.ts";
import type { apiHandler } from "./pipeline.ts";

export type RouteHandler = ReturnType<typeof apiHandler>;

/**
 * A handler for several routes.
 *
 * @param routes By route key, such as `GET /v1.0/vendor/{vendorId}`.
 */
export function routedHandler(routes: Readonly<Record<string, RouteHandler>>) {
	return (event: APIGatewayProxyEventV2, context: Context) => {
		// Any handler refuses an event that is not the API's, such as a test event of the Lambda console.
		const handler = event?.requestContext
			? routes[event.routeKey]
			: Object.values(routes)[0];
		if (!handler) throw new Error(`No endpoint for ${event.routeKey}`);
		// Unchecked cast: the middleware adds the properties that the event lacks.
		return handler(event as IdempotencyEvent, context);
	};
}
