import {
	type RouteHandler,
	routedHandler,
} from "../../shared/http/routed-handler.ts";
import type { Dependencies } from "../dependencies.ts";
import { approverRoute } from "./approver/route.ts";
import { cancellationRoute } from "./cancellation/route.ts";
import { decisionRoute } from "./decision/route.ts";
import { resubmissionRoute } from "./resubmission/route.ts";

const path = "/v1.0/payment/request/{paymentRequestId}";

/** The transitions of a payment request (`approvals.md`, A2 to A5). */
export function advanceWorkflowEndpoint(dependencies: Dependencies) {
	const routes: Record<string, RouteHandler> = {
		[`POST ${path}/decision`]: decisionRoute(dependencies),
		[`POST ${path}/resubmission`]: resubmissionRoute(dependencies),
		[`POST ${path}/cancellation`]: cancellationRoute(dependencies),
		[`POST ${path}/approver`]: approverRoute(dependencies),
	};
	return routedHandler(routes);
}
