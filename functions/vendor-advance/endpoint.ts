import { jsonBody } from "../../shared/http/json-body.ts";
import { apiHandler } from "../../shared/http/pipeline.ts";
import { withRetryTime } from "../../shared/store/dynamodb/table.ts";
import type { Dependencies } from "../dependencies.ts";
import { requireAdvanceAccess } from "./access.ts";
import {
	type RequestedAdvance,
	toRequestedAdvance,
} from "./requested-advance.ts";
import { validate } from "./schema.validator.js";
import { createVendorAdvance } from "./vendor-advance.ts";

/** `POST /v1.0/payment/request/vendor-advance` (spec 4.3) */
export const vendorAdvanceEndpoint = ({ table, pipeline }: Dependencies) => {
	const readBody = jsonBody(validate);
	return apiHandler<RequestedAdvance>(
		{
			operation: "vendor-advance",
			permission: "payments:request",
			requireAccess: requireAdvanceAccess,
			idempotencyKey: "optional",
			parse: (event) => toRequestedAdvance(readBody(event)),
			run: (advance, request) =>
				createVendorAdvance(
					withRetryTime(table, request.retryTime),
					advance,
					request,
				),
		},
		pipeline,
	);
};
