import * as endpoints from "../../shared/endpoints/endpoints.ts";
import { lookUpList } from "../../shared/lists/numbered-list.store.ts";
import {
	findSkuByCode,
	findSkuByName,
	skuList,
} from "../../shared/skus/skus.store.ts";
import { listRoute } from "./list-route.ts";
import { anyText, invalidParameter } from "./query.ts";

/** R3 */
export const skuRoutes = [
	listRoute(endpoints.listSkus, {
		filters: { itemCode: anyText, name: anyText },
		requireFilters({ itemCode, name }) {
			if (itemCode !== undefined && name !== undefined)
				throw invalidParameter(
					"name",
					"must NOT be given together with itemCode",
				);
		},
		async open({ table, organizationId, filters: { itemCode, name } }) {
			if (itemCode !== undefined)
				return lookUpList(await findSkuByCode(table, organizationId, itemCode));
			if (name !== undefined)
				return lookUpList(await findSkuByName(table, organizationId, name));
			return skuList(table, organizationId);
		},
	}),
];
