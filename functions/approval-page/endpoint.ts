import { routedHandler } from "../../shared/http/routed-handler.ts";
import { decisionRoute } from "./decision/route.ts";
import type { PageDependencies } from "./dependencies.ts";
import { fileRoute } from "./page-files.ts";
import { readRoute } from "./read/route.ts";

/** The page on which an approver decides from their mail (A9). */
export const approvalPageEndpoint = (dependencies: PageDependencies) =>
	routedHandler(
		[
			{ routeKey: "GET /approval", create: fileRoute },
			{ routeKey: "GET /approval/{file}", create: fileRoute },
			{ routeKey: "POST /approval/read", create: readRoute },
			{ routeKey: "POST /approval/decision", create: decisionRoute },
		],
		dependencies,
	);
