import type { APIGatewayProxyEventV2, Context } from "aws-lambda";
import type { apiHandler } from "./pipeline.ts";

export type RouteHandler = ReturnType<typeof apiHandler>;

/** A route of a function that has several. */
export interface Route<Dependencies> {
	/** Such as `GET /v1.0/vendor/{vendorId}`. */
	routeKey: string;
	create: (dependencies: Dependencies) => RouteHandler;
}

/** A handler for several routes. */
export function routedHandler<Dependencies>(
	routes: readonly Route<Dependencies>[],
	dependencies: Dependencies,
) {
	const handlers = new Map(
		routes.map(({ routeKey, create }) => [routeKey, create(dependencies)]),
	);
	const [anyHandler] = handlers.values();
	return (event: APIGatewayProxyEventV2, context: Context) => {
		// Any handler refuses an event that is not the API's, such as a test event of the Lambda console.
		const handler = event?.requestContext
			? handlers.get(event.routeKey)
			: anyHandler;
		if (!handler) throw new Error(`No endpoint for ${event.routeKey}`);
		return handler(event, context);
	};
}
