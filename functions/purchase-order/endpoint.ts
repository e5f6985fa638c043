import { requestTable } from "../../shared/dynamodb/retries/request-table.ts";
import * as endpoints from "../../shared/endpoints/endpoints.ts";
import { jsonBody } from "../../shared/http/json-body.ts";
import { requireActiveUser } from "../../shared/http/middleware/authorize.ts";
import { apiHandler } from "../../shared/http/pipeline.ts";
import { toBodyError } from "../../shared/purchase-orders/checks/body-error.ts";
import type { PurchaseOrderBody } from "../../shared/purchase-orders/schema.ts";
import { validate } from "../../shared/purchase-orders/schema.validator.js";
import type { Dependencies } from "../dependencies.ts";
import { createPurchaseOrder } from "./purchase-order.ts";

/** `POST /v1.0/procurement/purchase-order` (spec 4.2) */
export const purchaseOrderEndpoint = ({ table, pipeline }: Dependencies) =>
	apiHandler<PurchaseOrderBody>(
		endpoints.createPurchaseOrder,
		{
			requireAccess: requireActiveUser,
			parse: jsonBody(validate, toBodyError),
			run: (body, request) =>
				createPurchaseOrder(requestTable(table, request), body, request),
		},
		pipeline,
	);
