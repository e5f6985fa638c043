import { requestTable } from "../../shared/dynamodb/retries/request-table.ts";
import * as endpoints from "../../shared/endpoints/endpoints.ts";
import { readIfMatch } from "../../shared/http/if-match.ts";
import { jsonObject } from "../../shared/http/json-body.ts";
import { requireActiveUser } from "../../shared/http/middleware/authorize.ts";
import { readPathIds } from "../../shared/http/path-ids.ts";
import { apiHandler } from "../../shared/http/pipeline.ts";
import type { Dependencies } from "../dependencies.ts";
import {
	type PurchaseOrderUpdate,
	updatePurchaseOrder,
} from "./update-purchase-order.ts";

/** `PATCH /v1.0/procurement/purchase-order/{poId}` (R2) */
export const updatePurchaseOrderEndpoint = ({
	table,
	pipeline,
}: Dependencies) =>
	apiHandler<PurchaseOrderUpdate>(
		endpoints.updatePurchaseOrder,
		{
			requireAccess: requireActiveUser,
			parse: (event) => ({
				ids: readPathIds(event, "poId"),
				ifMatch: readIfMatch(event, endpoints.updatePurchaseOrder.ifMatch),
				patch: jsonObject(event),
			}),
			run: (update, request) =>
				updatePurchaseOrder(requestTable(table, request), update, request),
		},
		pipeline,
	);
