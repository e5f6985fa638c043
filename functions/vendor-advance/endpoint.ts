import { toAttemptHint } from "../../shared/domain/attempt.ts";
import type { Role } from "../../shared/domain/organization/organization.ts";
import { jsonBody } from "../../shared/http/json-body.ts";
import type { RequireAccess } from "../../shared/http/middleware/authorize.ts";
import { apiHandler } from "../../shared/http/pipeline.ts";
import { hasPaymentRequest } from "../../shared/store/advances/has-payment-request.ts";
import { requestTable } from "../../shared/store/dynamodb/request-table.ts";
import type { Dependencies } from "../dependencies.ts";
import { accessDenied, toBodyError } from "./errors.ts";
import {
	type RequestedAdvance,
	toRequestedAdvance,
} from "./requested-advance.ts";
import { validate } from "./schema.validator.js";
import { createVendorAdvance } from "./vendor-advance.ts";

const operation = "vendor-advance";

/** `POST /v1.0/payment/request/vendor-advance` (spec 4.3) */
export const vendorAdvanceEndpoint = ({ table, pipeline }: Dependencies) => {
	const readBody = jsonBody(validate, toBodyError);
	return apiHandler<RequestedAdvance>(
		{
			operation,
			permission: "payments:request",
			requireAccess: requireAdvanceAccess,
			idempotencyKey: "optional",
			parse: (event) => toRequestedAdvance(readBody(event)),
			run: (advance, request) =>
				createVendorAdvance(requestTable(table, request), advance, request),
			attempts: {
				toRequest: () => ({ kind: "ADVANCE" }),
				describe: async (organizationId, holder) =>
					(await hasPaymentRequest(table, organizationId, holder.attemptId))
						? `The first request created the payment request ${holder.attemptId}`
						: toAttemptHint(operation, holder),
			},
		},
		pipeline,
	);
};

const advanceRoles: readonly Role[] = ["ADMIN", "BOOKKEEPER"];

/** Spec 4.3 rule 10. */
const requireAdvanceAccess: RequireAccess = ({ organization, user }) => {
	const mayAdvance = user.active && advanceRoles.includes(user.role);
	if (!mayAdvance || !organization.features.vendorAdvances) {
		throw accessDenied();
	}
};
