import { requestTable } from "../../shared/dynamodb/retries/request-table.ts";
import * as endpoints from "../../shared/endpoints/endpoints.ts";
import { claimingHandler } from "../../shared/http/claiming-handler.ts";
import { jsonBody } from "../../shared/http/json-body.ts";
import { toBodyError } from "../../shared/payment-requests/errors.ts";
import { hasPaymentRequest } from "../../shared/payment-requests/find-advance.store.ts";
import { requireAdvanceAccess } from "../../shared/payment-requests/raise/advance-access.ts";
import {
	type RequestedAdvance,
	toRequestedAdvance,
} from "../../shared/payment-requests/raise/requested-advance.ts";
import { validate } from "../../shared/payment-requests/raise/schema.validator.js";
import { claimsIn } from "../claims.ts";
import type { Dependencies } from "../dependencies.ts";
import { createVendorAdvance } from "./vendor-advance.ts";

/** `POST /v1.0/payment/request/vendor-advance` (spec 4.3) */
export const vendorAdvanceEndpoint = ({ table, pipeline }: Dependencies) => {
	const readBody = jsonBody(validate, toBodyError);
	return claimingHandler<RequestedAdvance>(
		endpoints.createVendorAdvance,
		{
			requireAccess: requireAdvanceAccess,
			parse: (event) => toRequestedAdvance(readBody(event)),
			run: (advance, request) =>
				createVendorAdvance(requestTable(table, request), advance, request),
			claims: claimsIn(table, {
				operation: endpoints.createVendorAdvance.operation,
				toRequest: () => ({ kind: "ADVANCE" }),
				describe: async (organizationId, id) =>
					(await hasPaymentRequest(table, organizationId, id))
						? `The first request created the payment request ${id}`
						: undefined,
			}),
		},
		pipeline,
	);
};
