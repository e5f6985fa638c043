import { requestTable } from "../../shared/dynamodb/retries/request-table.ts";
import * as endpoints from "../../shared/endpoints/endpoints.ts";
import { jsonBody } from "../../shared/http/json-body.ts";
import { requireActiveUser } from "../../shared/http/middleware/authorize.ts";
import { apiHandler } from "../../shared/http/pipeline.ts";
import type { Dependencies } from "../dependencies.ts";
import { bulkSkus } from "./bulk-skus.ts";
import type { BulkSkusBody } from "./schema.ts";
import { validate } from "./schema.validator.js";

/** `POST /v1.0/inventory/skus/bulk` (spec 4.1) */
export const bulkSkusEndpoint = ({ table, pipeline }: Dependencies) =>
	apiHandler<BulkSkusBody>(
		endpoints.createSkus,
		{
			requireAccess: requireActiveUser,
			parse: jsonBody(validate),
			run: (body, request) =>
				bulkSkus(
					{ table: requestTable(table, request), logger: pipeline.logger },
					body,
					request,
				),
		},
		pipeline,
	);
