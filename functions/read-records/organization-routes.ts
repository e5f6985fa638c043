import {
	entityList,
	findOrganization,
	taxList,
} from "../../shared/organizations/read-organization.store.ts";
import {
	findTag,
	tagList,
} from "../../shared/organizations/read-tags.store.ts";
import {
	organizationNotFound,
	tagNotFound,
} from "../../shared/records/not-found.ts";
import { listRoute } from "./list-route.ts";
import { recordRoute } from "./record-route.ts";

const permission = "organization:read";

/** Records R7 */
export const organizationRoutes = {
	"GET /v1.0/organization": recordRoute({
		name: "organization-details",
		permission,
		find: ({ table, organizationId }) =>
			findOrganization(table, organizationId),
		notFound: organizationNotFound,
	}),
	"GET /v1.0/organization/entities": listRoute({
		name: "entity-list",
		permission,
		open: ({ table, organizationId }) => entityList(table, organizationId),
	}),
	"GET /v1.0/tax/gst": listRoute({
		name: "gst-tax-list",
		permission,
		open: ({ table, organizationId }) => taxList(table, organizationId, "GST"),
	}),
	"GET /v1.0/tax/tds": listRoute({
		name: "tds-tax-list",
		permission,
		open: ({ table, organizationId }) => taxList(table, organizationId, "TDS"),
	}),
	"GET /v1.0/tag": listRoute({
		name: "tag-list",
		permission,
		open: ({ table, organizationId }) => tagList(table, organizationId),
	}),
	"GET /v1.0/tag/{id}": recordRoute({
		name: "tag-details",
		permission,
		find: ({ table, organizationId, ids }) =>
			findTag(table, organizationId, ids),
		notFound: tagNotFound,
	}),
};
