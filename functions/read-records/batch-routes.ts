import { batchRecordList } from "../../shared/batches/read-batches.store.ts";
import { listRoute } from "./list-route.ts";

/** Records R8 */
export const batchRoutes = {
	"GET /v1.0/payment/mark-as-paid": listRoute({
		name: "batch-list",
		permission: "payments:mark-paid",
		open: ({ table, organizationId, now }) =>
			batchRecordList(table, organizationId, now),
	}),
};
