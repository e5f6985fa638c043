import {
	type AttemptOperation,
	toAttemptRecord,
} from "../../shared/domain/attempt.ts";
import type { Permission } from "../../shared/domain/organization.ts";
import { requireActiveUser } from "../../shared/http/middleware/authorize.ts";
import { apiHandler, routedHandler } from "../../shared/http/pipeline.ts";
import { succeeded } from "../../shared/http/response.ts";
import { findAttempt } from "../../shared/store/attempts/find-attempt.ts";
import { findAttemptOutcome } from "../../shared/store/attempts/find-attempt-outcome.ts";
import type { Dependencies } from "../dependencies.ts";
import { attemptNotFound } from "./errors.ts";

/**
 * `GET /v1.0/attempt/mark-as-paid` and `GET /v1.0/attempt/vendor-advance` (records R9). Whoever may send the requests may
 * also ask for them.
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
			run: async (_, { caller, idempotencyKey, now }) => {
				const organizationId = caller.organization.id;
				const attempt = await findAttempt(
					table,
					{ organizationId, operation, idempotencyKey: idempotencyKey ?? "" },
					now,
				);
				if (!attempt) throw attemptNotFound();
				const outcome = await findAttemptOutcome(
					table,
					organizationId,
					attempt,
				);
				return succeeded(toAttemptRecord(attempt, outcome, now));
			},
		},
		pipeline,
	);
}
