import { requestTable } from "../../shared/dynamodb/retries/request-table.ts";
import * as endpoints from "../../shared/endpoints/endpoints.ts";
import { requireActiveUser } from "../../shared/http/middleware/authorize.ts";
import { apiHandler } from "../../shared/http/pipeline.ts";
import type { Dependencies } from "../dependencies.ts";
import { batchStatus } from "./batch-status.ts";
import { type BatchStatusQuery, parseQuery } from "./query.ts";

/** `GET /v1.0/payment/mark-as-paid/{bulkActionSlug}` (contract 3) */
export const batchStatusEndpoint = ({ table, pipeline }: Dependencies) =>
	apiHandler<BatchStatusQuery>(
		endpoints.getBatch,
		{
			requireAccess: requireActiveUser,
			parse: parseQuery,
			run: (query, request) =>
				batchStatus(requestTable(table, request), query, request),
		},
		pipeline,
	);
