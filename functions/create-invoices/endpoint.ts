import { requestTable } from "../../shared/dynamodb/retries/request-table.ts";
import * as endpoints from "../../shared/endpoints/endpoints.ts";
import { jsonBody } from "../../shared/http/json-body.ts";
import { requireActiveUser } from "../../shared/http/middleware/authorize.ts";
import { apiHandler } from "../../shared/http/pipeline.ts";
import type { Dependencies } from "../dependencies.ts";
import { createInvoices } from "./create-invoices.ts";
import type { CreateInvoicesBody } from "./schema.ts";
import { validate } from "./schema.validator.js";

/** `POST /v1.0/invoice/bulk` (R5) */
export const createInvoicesEndpoint = ({ table, pipeline }: Dependencies) =>
	apiHandler<CreateInvoicesBody>(
		endpoints.createInvoices,
		{
			requireAccess: requireActiveUser,
			parse: jsonBody(validate),
			run: (body, request) =>
				createInvoices(
					{ table: requestTable(table, request), logger: pipeline.logger },
					body,
					request,
				),
		},
		pipeline,
	);
