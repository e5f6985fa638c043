import type { AttemptOperation } from "../../shared/attempts/attempt.ts";
import { findAttemptRecord } from "../../shared/attempts/find-attempt.store.ts";
import { withRetryTime } from "../../shared/dynamodb/table.ts";
import type { Endpoint } from "../../shared/endpoints/endpoint.ts";
import * as endpoints from "../../shared/endpoints/endpoints.ts";
import { requireActiveUser } from "../../shared/http/middleware/authorize.ts";
import { apiHandler } from "../../shared/http/pipeline.ts";
import { succeeded } from "../../shared/http/response.ts";
import { type Route, routedHandler } from "../../shared/http/routed-handler.ts";
import type { Dependencies } from "../dependencies.ts";
import { attemptNotFound } from "./errors.ts";

/** The outcome of a request, by its idempotency key (R9). */
export const readAttemptsEndpoint = (dependencies: Dependencies) =>
	routedHandler(
		[
			attemptRoute(endpoints.getMarkAsPaidAttempt, "mark-as-paid"),
			attemptRoute(endpoints.getVendorAdvanceAttempt, "vendor-advance"),
		],
		dependencies,
	);

const attemptRoute = (
	endpoint: Endpoint,
	operation: AttemptOperation,
): Route<Dependencies> => ({
	routeKey: endpoint.routeKey,
	create: ({ table, pipeline }) =>
		apiHandler<undefined>(
			endpoint,
			{
				requireAccess: requireActiveUser,
				parse: () => undefined,
				async run(_, { caller, idempotencyKey, now, retryTime }) {
					const key = {
						organizationId: caller.organization.id,
						operation,
						// The pipeline has rejected requests without a key.
						idempotencyKey: idempotencyKey ?? "",
					};
					const found = await findAttemptRecord(
						withRetryTime(table, retryTime),
						key,
						now,
					);
					if (!found) throw attemptNotFound();
					return succeeded(found.record, { attempt: found.attemptId });
				},
			},
			pipeline,
		),
});
