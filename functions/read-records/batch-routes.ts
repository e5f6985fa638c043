import { batchRecordList } from "../../shared/batches/read-batches.store.ts";
import * as endpoints from "../../shared/endpoints/endpoints.ts";
import { listRoute } from "./list-route.ts";

/** R8 */
export const batchRoutes = [
	listRoute(endpoints.listBatches, {
		open: ({ table, organizationId, now }) =>
			batchRecordList(table, organizationId, now),
	}),
];
