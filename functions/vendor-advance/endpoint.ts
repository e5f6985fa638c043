import { toAttemptHint } from "../../shared/attempts/attempt.ts";
import { requestTable } from "../../shared/dynamodb/retries/request-table.ts";
import * as endpoints from "../../shared/endpoints/endpoints.ts";
import { jsonBody } from "../../shared/http/json-body.ts";
import { apiHandler } from "../../shared/http/pipeline.ts";
import { runOnce } from "../../shared/http/run-once.ts";
import { toBodyError } from "../../shared/payment-requests/errors.ts";
import { hasPaymentRequest } from "../../shared/payment-requests/has-payment-request.store.ts";
import { requireAdvanceAccess } from "../../shared/payment-requests/raise/advance-access.ts";
import {
	type RequestedAdvance,
	toRequestedAdvance,
} from "../../shared/payment-requests/raise/requested-advance.ts";
import { validate } from "../../shared/payment-requests/raise/schema.validator.js";
import type { Dependencies } from "../dependencies.ts";
import { createVendorAdvance } from "./vendor-advance.ts";

/** `POST /v1.0/payment/request/vendor-advance` (spec 4.3) */
export const vendorAdvanceEndpoint = ({ table, pipeline }: Dependencies) => {
	const readBody = jsonBody(validate, toBodyError);
	return apiHandler<RequestedAdvance>(
		endpoints.createVendorAdvance,
		{
			requireAccess: requireAdvanceAccess,
			parse: (event) => toRequestedAdvance(readBody(event)),
			run: (advance, request) =>
				createVendorAdvance(requestTable(table, request), advance, request),
			attempts: {
				runOnce,
				toRequest: () => ({ kind: "ADVANCE" }),
				describe: async (organizationId, holder) =>
					(await hasPaymentRequest(table, organizationId, holder.attemptId))
						? `The first request created the payment request ${holder.attemptId}`
						: toAttemptHint(endpoints.createVendorAdvance.operation, holder),
			},
		},
		pipeline,
	);
};
