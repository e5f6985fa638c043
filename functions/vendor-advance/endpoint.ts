import { requireAdvanceAccess } from "../../shared/domain/advances/advance-access.ts";
import { toBodyError } from "../../shared/domain/advances/errors.ts";
import {
	type RequestedAdvance,
	toRequestedAdvance,
} from "../../shared/domain/advances/requested-advance.ts";
import { validate } from "../../shared/domain/advances/schema.validator.js";
import { toAttemptHint } from "../../shared/domain/attempt.ts";
import { jsonBody } from "../../shared/http/json-body.ts";
import { apiHandler } from "../../shared/http/pipeline.ts";
import { runOnce } from "../../shared/http/run-once.ts";
import { hasPaymentRequest } from "../../shared/store/advances/has-payment-request.ts";
import { requestTable } from "../../shared/store/dynamodb/request-table.ts";
import type { Dependencies } from "../dependencies.ts";
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
				runOnce,
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
