import { fileRoute } from "../../shared/http/page-files.ts";
import { routedHandler } from "../../shared/http/routed-handler.ts";
import { decisionRoute } from "./decision/route.ts";
import type { PageDependencies } from "./dependencies.ts";
import { readRoute } from "./read/route.ts";

/** The page on which an approver decides from their mail (A9). */
export const approvalPageEndpoint = (dependencies: PageDependencies) =>
	routedHandler(
		[
			{ routeKey: "GET /approval", create: pageRoute },
			{ routeKey: "GET /approval/{file}", create: pageRoute },
			{ routeKey: "POST /approval/read", create: readRoute },
			{ routeKey: "POST /approval/decision", create: decisionRoute },
		],
		dependencies,
	);

const pageRoute = (dependencies: PageDependencies) =>
	fileRoute("approval-page", ({ file = "index.html" }) => file, dependencies);
