import * as endpoints from "../../shared/endpoints/endpoints.ts";
import {
	organizationNotFound,
	tagNotFound,
} from "../../shared/organizations/errors.ts";
import {
	entityList,
	findOrganization,
	taxList,
	userList,
} from "../../shared/organizations/read-organization.store.ts";
import {
	findTag,
	tagList,
} from "../../shared/organizations/tags/read-tags.store.ts";
import { listRoute } from "./list-route.ts";
import { recordRoute } from "./record-route.ts";

/** R7, R10 */
export const organizationRoutes = [
	recordRoute(endpoints.getOrganization, {
		find: ({ table, organizationId }) =>
			findOrganization(table, organizationId),
		notFound: organizationNotFound,
	}),
	listRoute(endpoints.listEntities, {
		open: ({ table, organizationId }) => entityList(table, organizationId),
	}),
	listRoute(endpoints.listUsers, {
		open: ({ table, organizationId }) => userList(table, organizationId),
	}),
	listRoute(endpoints.listGstTaxes, {
		open: ({ table, organizationId }) => taxList(table, organizationId, "GST"),
	}),
	listRoute(endpoints.listTdsTaxes, {
		open: ({ table, organizationId }) => taxList(table, organizationId, "TDS"),
	}),
	listRoute(endpoints.listTags, {
		open: ({ table, organizationId }) => tagList(table, organizationId),
	}),
	recordRoute(endpoints.getTag, {
		find: ({ table, organizationId, ids }) =>
			findTag(table, organizationId, ids),
		notFound: tagNotFound,
	}),
];
