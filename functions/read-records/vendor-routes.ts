import { vendorNotFound } from "../../shared/records/not-found.ts";
import {
	findVendor,
	vendorList,
} from "../../shared/vendors/read-vendors.store.ts";
import { listRoute } from "./list-route.ts";
import { recordRoute } from "./record-route.ts";

const permission = "vendors:read";

/** Records R4 */
export const vendorRoutes = {
	"GET /v1.0/vendor": listRoute({
		name: "vendor-list",
		permission,
		open: ({ table, organizationId }) => vendorList(table, organizationId),
	}),
	"GET /v1.0/vendor/{vendorId}": recordRoute({
		name: "vendor-details",
		permission,
		find: ({ table, organizationId, ids }) =>
			findVendor(table, organizationId, ids),
		notFound: vendorNotFound,
	}),
};
