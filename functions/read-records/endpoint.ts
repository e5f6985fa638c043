import {
	type RouteHandler,
	routedHandler,
} from "../../shared/http/routed-handler.ts";
import type { Dependencies } from "../dependencies.ts";
import { batchRoutes } from "./batch-routes.ts";
import { invoiceRoutes } from "./invoice-routes.ts";
import { keyRoutes } from "./key-routes.ts";
import { organizationRoutes } from "./organization-routes.ts";
import { paymentRequestRoutes } from "./payment-request-routes.ts";
import { purchaseOrderRoutes } from "./purchase-order-routes.ts";
import { skuRoutes } from "./sku-routes.ts";
import { vendorRoutes } from "./vendor-routes.ts";

/** The GETs of `records.md`, R2 to R8, and of `corrections.md` C3. */
export const readRecordsEndpoint = (dependencies: Dependencies) =>
	routedHandler(readRecordsRoutes(dependencies));

/** The handlers by route key. */
export function readRecordsRoutes(dependencies: Dependencies) {
	const routes: Record<string, Route> = {
		...purchaseOrderRoutes,
		...skuRoutes,
		...vendorRoutes,
		...invoiceRoutes,
		...paymentRequestRoutes,
		...organizationRoutes,
		...batchRoutes,
		...keyRoutes,
	};
	const handlers = Object.entries(routes).map(
		([routeKey, route]) => [routeKey, route(dependencies)] as const,
	);
	return Object.fromEntries(handlers);
}

type Route = (dependencies: Dependencies) => RouteHandler;
