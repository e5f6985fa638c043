import { isBulkActionSlug } from "../../shared/batches/payment-batch.ts";
import { requestTable } from "../../shared/dynamodb/retries/request-table.ts";
import * as endpoints from "../../shared/endpoints/endpoints.ts";
import { jsonBody } from "../../shared/http/json-body.ts";
import { requireActiveUser } from "../../shared/http/middleware/authorize.ts";
import { readPathIds } from "../../shared/http/path-ids.ts";
import { apiHandler } from "../../shared/http/pipeline.ts";
import type { Dependencies } from "../dependencies.ts";
import { validate } from "./schema.validator.js";
import { type StopRequest, stopBatch } from "./stop-batch.ts";

const parseBody = jsonBody(validate);

/** `POST /v1.0/payment/mark-as-paid/{bulkActionSlug}/stop` (C4) */
export const stopBatchEndpoint = ({ table, pipeline }: Dependencies) =>
	apiHandler<StopRequest>(
		endpoints.stopBatch,
		{
			requireAccess: requireActiveUser,
			parse: (event) => ({
				bulkActionSlug:
					readPathIds(event, "bulkActionSlug").find(isBulkActionSlug) ?? null,
				parseBody: () => parseBody(event),
			}),
			run: (stop, request) => {
				const own = requestTable(table, request);
				return stopBatch(
					{ ...pipeline, table: own, operation: endpoints.stopBatch.operation },
					stop,
					request,
				);
			},
		},
		pipeline,
	);
