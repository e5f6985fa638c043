import { routedHandler } from "../../shared/http/routed-handler.ts";
import type { Dependencies } from "../dependencies.ts";
import { batchRoutes } from "./batch-routes.ts";
import { eventRoute } from "./event-route.ts";
import { invoiceRoutes } from "./invoice-routes.ts";
import { keyRoutes } from "./key-routes.ts";
import { organizationRoutes } from "./organization-routes.ts";
import { paymentRequestRoutes } from "./payment-request-routes.ts";
import { paymentRunRoutes } from "./payment-run-routes.ts";
import { purchaseOrderRoutes } from "./purchase-order-routes.ts";
import { skuRoutes } from "./sku-routes.ts";
import { vendorRoutes } from "./vendor-routes.ts";

/** The GETs of R2 to R8, C3 and P3 (`clauses.md`). */
export const readRecordsRoutes = [
	...purchaseOrderRoutes,
	...skuRoutes,
	...vendorRoutes,
	...invoiceRoutes,
	...paymentRequestRoutes,
	...organizationRoutes,
	...batchRoutes,
	...paymentRunRoutes,
	...keyRoutes,
	eventRoute,
];

export const readRecordsEndpoint = (dependencies: Dependencies) =>
	routedHandler(readRecordsRoutes, dependencies);
