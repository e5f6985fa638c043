import * as endpoints from "../../shared/endpoints/endpoints.ts";
import { vendorNotFound } from "../../shared/vendors/errors.ts";
import { findVendor, vendorList } from "../../shared/vendors/vendors.store.ts";
import { listRoute } from "./list-route.ts";
import { recordRoute } from "./record-route.ts";

/** R4 */
export const vendorRoutes = [
	listRoute(endpoints.listVendors, {
		open: ({ table, organizationId }) => vendorList(table, organizationId),
	}),
	recordRoute(endpoints.getVendor, {
		find: ({ table, organizationId, ids }) =>
			findVendor(table, organizationId, ids),
		notFound: vendorNotFound,
	}),
];
