import {
	type RouteHandler,
	routedHandler,
} from "../../shared/http/routed-handler.ts";
import { decisionRoute } from "./decision/route.ts";
import type { PageDependencies } from "./dependencies.ts";
import { fileRoute } from "./page-files.ts";
import { readRoute } from "./read/route.ts";

/** The page on which an approver decides from their mail (approvals A9). */
export function approvalPageEndpoint(dependencies: PageDependencies) {
	const routes: Record<string, RouteHandler> = {
		"GET /approval": fileRoute(dependencies),
		"GET /approval/{file}": fileRoute(dependencies),
		"POST /approval/read": readRoute(dependencies),
		"POST /approval/decision": decisionRoute(dependencies),
	};
	return routedHandler(routes);
}
