import type {
	APIGatewayProxyEventV2,
	APIGatewayProxyStructuredResultV2,
	Context,
} from "aws-lambda";
import { pageHandler } from "../../shared/http/page-handler.ts";
import { routedHandler } from "../../shared/http/routed-handler.ts";
import { toBrowserAnswer } from "./browser-answer.ts";
import { findFile, type PageFiles } from "./page-files.ts";

/**
 * The pages of the console: every address below `/console` that is no file and no route of signing in is the same page,
 * which reads the address itself.
 */
export function consoleEndpoint(dependencies: PageFiles) {
	const handler = routedHandler(
		["GET /console", "GET /console/{path+}"].map((routeKey) => ({
			routeKey,
			create: (own: PageFiles) =>
				pageHandler<string>(
					{
						operation: "console",
						parse: ({ pathParameters }) => pathParameters?.path ?? "",
						run: (path) => findFile(own, path),
					},
					own,
				),
		})),
		dependencies,
	);
	return async (
		event: APIGatewayProxyEventV2,
		context: Context,
	): Promise<APIGatewayProxyStructuredResultV2> =>
		// Unchecked cast: `toHttpResponse` has made it.
		toBrowserAnswer(
			event,
			(await handler(event, context)) as APIGatewayProxyStructuredResultV2,
		);
}
