import { fileRoute, type PageFiles } from "../../shared/http/page-files.ts";
import { routedHandler } from "../../shared/http/routed-handler.ts";

/**
 * The pages of the console: every address below `/console` that is no file and no route of signing in is the same page,
 * which reads the address itself.
 */
export const consoleEndpoint = (dependencies: PageFiles) =>
	routedHandler(
		["GET /console", "GET /console/{path+}"].map((routeKey) => ({
			routeKey,
			create: (own: PageFiles) => fileRoute("console", toName, own),
		})),
		dependencies,
	);

const toName = ({ path = "" }: Readonly<Record<string, string | undefined>>) =>
	path.startsWith("files/") ? path : "index.html";
