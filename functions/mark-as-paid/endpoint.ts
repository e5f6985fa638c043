import { jsonBody } from "../../shared/http/json-body.ts";
import { requireActiveUser } from "../../shared/http/middleware/authorize.ts";
import { apiHandler } from "../../shared/http/pipeline.ts";
import type { Service } from "../service.ts";
import { type MarkAsPaidBody, markAsPaid } from "./mark-as-paid.ts";
import { validate } from "./schema.validator.js";

/** `POST /v1.0/payment/mark-as-paid` (spec 4.4) */
export const markAsPaidEndpoint = ({ table, ports }: Service) =>
	apiHandler<MarkAsPaidBody>(
		{
			operation: "mark-as-paid",
			permission: "payments:mark-paid",
			requireAccess: requireActiveUser,
			idempotencyKey: "required",
			parse: jsonBody(validate),
			run: (body, request) => markAsPaid(table, body, request),
		},
		ports,
	);
