import { requestTable } from "../../shared/dynamodb/retries/request-table.ts";
import * as endpoints from "../../shared/endpoints/endpoints.ts";
import { readIfMatch } from "../../shared/http/if-match.ts";
import { jsonObject } from "../../shared/http/json-body.ts";
import { requireActiveUser } from "../../shared/http/middleware/authorize.ts";
import { readPathIds } from "../../shared/http/path-ids.ts";
import { apiHandler } from "../../shared/http/pipeline.ts";
import type { Dependencies } from "../dependencies.ts";
import { updateVendor, type VendorUpdate } from "./update-vendor.ts";

/** `PATCH /v1.0/vendor/{vendorId}` (R4) */
export const updateVendorEndpoint = ({ table, pipeline }: Dependencies) =>
	apiHandler<VendorUpdate>(
		endpoints.updateVendor,
		{
			requireAccess: requireActiveUser,
			parse: (event) => ({
				ids: readPathIds(event, "vendorId"),
				ifMatch: readIfMatch(event, endpoints.updateVendor.ifMatch),
				patch: jsonObject(event),
			}),
			run: (update, request) =>
				updateVendor(requestTable(table, request), update, request),
		},
		pipeline,
	);
