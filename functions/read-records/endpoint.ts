import type { PipelineDependencies } from "../../shared/http/pipeline.ts";
import {
	type RouteHandler,
	routedHandler,
} from "../../shared/http/routed-handler.ts";
import type { Dependencies } from "../dependencies.ts";
import { batchRoutes } from "./batch-routes.ts";
import { invoiceRoutes } from "./invoice-routes.ts";
import { organizationRoutes } from "./organization-routes.ts";
import { paymentRequestRoutes } from "./payment-request-routes.ts";
import { purchaseOrderRoutes } from "./purchase-order-routes.ts";
import { skuRoutes } from "./sku-routes.ts";
import { vendorRoutes } from "./vendor-routes.ts";

/** The GETs of `records.md`, R2 to R8. */
export const readRecordsEndpoint = (dependencies: Dependencies) =>
	routedHandler(readRecordsRoutes(dependencies));

/** The handlers by route key. */
export function readRecordsRoutes({ table, pipeline }: Dependencies) {
	const routes: Record<string, Route> = {
		...purchaseOrderRoutes(table),
		...skuRoutes(table),
		...vendorRoutes(table),
		...invoiceRoutes(table),
		...paymentRequestRoutes(table),
		...organizationRoutes(table),
		...batchRoutes(table),
	};
	const handlers = Object.entries(routes).map(
		([routeKey, route]) => [routeKey, route(pipeline)] as const,
	);
	return Object.fromEntries(handlers);
}

type Route = (pipeline: PipelineDependencies) => RouteHandler;
