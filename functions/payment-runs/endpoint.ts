import * as endpoints from "../../shared/endpoints/endpoints.ts";
import { requireRecentSignIn } from "../../shared/http/middleware/authorize.ts";
import { routedHandler } from "../../shared/http/routed-handler.ts";
import type { SendChunks } from "../../shared/queue/chunk-queue.ts";
import type { Dependencies } from "../dependencies.ts";
import { changeRoute } from "./change-route.ts";
import { createRoute } from "./create/route.ts";
import { discardRun } from "./discard-run.ts";
import { releaseRun } from "./release-run.ts";

/** The writes of payment runs (runs P2, P4 and P5). `read-records` has the reads. */
export const paymentRunsEndpoint = (
	dependencies: Dependencies,
	sendChunks: SendChunks,
) =>
	routedHandler(
		[
			createRoute,
			changeRoute(endpoints.releasePaymentRun, releaseRun, requireRecentSignIn),
			changeRoute(endpoints.discardPaymentRun, discardRun),
		],
		{ ...dependencies, sendChunks },
	);
