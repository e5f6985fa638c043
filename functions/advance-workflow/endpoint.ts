import { routedHandler } from "../../shared/http/routed-handler.ts";
import type { Dependencies } from "../dependencies.ts";
import { approverRoute } from "./approver/route.ts";
import { cancellationRoute } from "./cancellation/route.ts";
import { decisionRoute } from "./decision/route.ts";
import { resubmissionRoute } from "./resubmission/route.ts";

/** The transitions of a payment request (`approvals.md`, A2 to A5). */
export const advanceWorkflowEndpoint = (dependencies: Dependencies) =>
	routedHandler(
		[decisionRoute, resubmissionRoute, cancellationRoute, approverRoute],
		dependencies,
	);
