import { requestTable } from "../../shared/dynamodb/retries/request-table.ts";
import * as endpoints from "../../shared/endpoints/endpoints.ts";
import { readIfMatch } from "../../shared/http/if-match.ts";
import { jsonObject } from "../../shared/http/json-body.ts";
import { requireActiveUser } from "../../shared/http/middleware/authorize.ts";
import { readPathIds } from "../../shared/http/path-ids.ts";
import { apiHandler } from "../../shared/http/pipeline.ts";
import type { Dependencies } from "../dependencies.ts";
import { toInvoicePatch } from "./invoice-patch.ts";
import { type InvoiceUpdate, updateInvoice } from "./update-invoice.ts";

/** `PATCH /v1.0/invoice/{id}` (R5) */
export const updateInvoiceEndpoint = ({ table, pipeline }: Dependencies) =>
	apiHandler<InvoiceUpdate>(
		endpoints.updateInvoice,
		{
			requireAccess: requireActiveUser,
			parse: (event) => ({
				ids: readPathIds(event, "id"),
				ifMatch: readIfMatch(event, endpoints.updateInvoice.ifMatch),
				patch: toInvoicePatch(jsonObject(event)),
			}),
			run: (update, request) =>
				updateInvoice(requestTable(table, request), update, request),
		},
		pipeline,
	);
