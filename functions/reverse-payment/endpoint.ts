import { requestTable } from "../../shared/dynamodb/retries/request-table.ts";
import * as endpoints from "../../shared/endpoints/endpoints.ts";
import { jsonBody } from "../../shared/http/json-body.ts";
import { requireActiveUser } from "../../shared/http/middleware/authorize.ts";
import { readPathIds } from "../../shared/http/path-ids.ts";
import { apiHandler } from "../../shared/http/pipeline.ts";
import type { Dependencies } from "../dependencies.ts";
import { type ReversalRequest, reverse } from "./reverse-payment.ts";
import { validate } from "./schema.validator.js";

const parseBody = jsonBody(validate);

/** `POST /v1.0/invoice/{id}/payments/{paymentId}/reversal` (C1) */
export const reversePaymentEndpoint = ({ table, pipeline }: Dependencies) =>
	apiHandler<ReversalRequest>(
		endpoints.reversePayment,
		{
			requireAccess: requireActiveUser,
			parse: (event) => ({
				ids: readPathIds(event, "id"),
				paymentIds: readPathIds(event, "paymentId"),
				reason: parseBody(event).reason,
			}),
			run: (body, request) =>
				reverse(requestTable(table, request), body, request),
		},
		pipeline,
	);
