import type { AttemptOperation } from "../../shared/attempts/attempt.ts";
import { findAttemptRecord } from "../../shared/attempts/find-attempt.store.ts";
import { withRetryTime } from "../../shared/dynamodb/table.ts";
import { requireActiveUser } from "../../shared/http/middleware/authorize.ts";
import { apiHandler } from "../../shared/http/pipeline.ts";
import { succeeded } from "../../shared/http/response.ts";
import { routedHandler } from "../../shared/http/routed-handler.ts";
import type { Permission } from "../../shared/organizations/organization.ts";
import type { Dependencies } from "../dependencies.ts";
import { attemptNotFound } from "./errors.ts";

/**
 * `GET /v1.0/attempt/mark-as-paid` and `GET /v1.0/attempt/vendor-advance` (records R9). A key that may send the
 * requests may also read their attempts.
 */
export const readAttemptsEndpoint = (dependencies: Dependencies) =>
	routedHandler({
		"GET /v1.0/attempt/mark-as-paid": attemptHandler(dependencies, {
			operation: "mark-as-paid",
			permission: ["payments:read", "payments:mark-paid"],
		}),
		"GET /v1.0/attempt/vendor-advance": attemptHandler(dependencies, {
			operation: "vendor-advance",
			permission: ["payments:read", "payments:request"],
		}),
	});

function attemptHandler(
	{ table, pipeline }: Dependencies,
	{
		operation,
		permission,
	}: { operation: AttemptOperation; permission: readonly Permission[] },
) {
	return apiHandler<undefined>(
		{
			operation: "read-attempts",
			permission,
			requireAccess: requireActiveUser,
			idempotencyKey: "required",
			parse: () => undefined,
			run: async (_, { caller, idempotencyKey, now, retryTime }) => {
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
	);
}
