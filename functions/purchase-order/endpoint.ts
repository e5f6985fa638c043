import { toBodyError } from "../../shared/domain/purchase-order/body-error.ts";
import type { PurchaseOrderBody } from "../../shared/domain/purchase-order/schema.ts";
import { validate } from "../../shared/domain/purchase-order/schema.validator.js";
import { jsonBody } from "../../shared/http/json-body.ts";
import { requireActiveUser } from "../../shared/http/middleware/authorize.ts";
import { apiHandler } from "../../shared/http/pipeline.ts";
import { requestTable } from "../../shared/store/dynamodb/request-table.ts";
import type { Dependencies } from "../dependencies.ts";
import { createPurchaseOrder } from "./purchase-order.ts";

/** `POST /v1.0/procurement/purchase-order` (spec 4.2) */
export const purchaseOrderEndpoint = ({ table, pipeline }: Dependencies) =>
	apiHandler<PurchaseOrderBody>(
		{
			operation: "purchase-order",
			permission: "procurement:write",
			requireAccess: requireActiveUser,
			idempotencyKey: "unused",
			parse: jsonBody(validate, toBodyError),
			run: (body, request) =>
				createPurchaseOrder(requestTable(table, request), body, request),
		},
		pipeline,
	);
