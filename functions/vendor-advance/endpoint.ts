import { requireAdvanceAccess } from "../../shared/advances/advance-access.ts";
import { toBodyError } from "../../shared/advances/errors.ts";
import { hasPaymentRequest } from "../../shared/advances/has-payment-request.store.ts";
import {
	type RequestedAdvance,
	toRequestedAdvance,
} from "../../shared/advances/requested-advance.ts";
import { validate } from "../../shared/advances/schema.validator.js";
import { toAttemptHint } from "../../shared/attempts/attempt.ts";
import { requestTable } from "../../shared/dynamodb/request-table.ts";
import * as endpoints from "../../shared/endpoints/endpoints.ts";
import { jsonBody } from "../../shared/http/json-body.ts";
import { apiHandler } from "../../shared/http/pipeline.ts";
import { runOnce } from "../../shared/http/run-once.ts";
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
