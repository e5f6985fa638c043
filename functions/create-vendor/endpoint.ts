import { requestTable } from "../../shared/dynamodb/retries/request-table.ts";
import * as endpoints from "../../shared/endpoints/endpoints.ts";
import { jsonBody } from "../../shared/http/json-body.ts";
import { requireActiveUser } from "../../shared/http/middleware/authorize.ts";
import { apiHandler } from "../../shared/http/pipeline.ts";
import { toBodyError } from "../../shared/vendors/errors.ts";
import type { Dependencies } from "../dependencies.ts";
import { createVendor } from "./create-vendor.ts";
import type { VendorBody } from "./schema.ts";
import { validate } from "./schema.validator.js";

/** `POST /v1.0/vendor` (R4) */
export const createVendorEndpoint = ({ table, pipeline }: Dependencies) =>
	apiHandler<VendorBody>(
		endpoints.createVendor,
		{
			requireAccess: requireActiveUser,
			parse: jsonBody(validate, toBodyError),
			run: (body, request) =>
				createVendor(requestTable(table, request), body, request),
		},
		pipeline,
	);
