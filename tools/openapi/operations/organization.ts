import type { Endpoint } from "../../../shared/endpoints/endpoint.ts";
import * as endpoints from "../../../shared/endpoints/endpoints.ts";
import { keyRecordSchema } from "../../../shared/organizations/api-keys/key-record-schema.ts";
import {
	entityRecordSchema,
	listedTagSchema,
	organizationRecordSchema,
	tagRecordSchema,
	taxRecordSchema,
} from "../../../shared/organizations/organization-record-schemas.ts";
import type { Schema } from "../../../shared/schemas/record-schema.ts";
import type { Operation } from "../operation.ts";
import { pageOf } from "../page-schema.ts";
import { pageParameters } from "../parameters.ts";

const tag = "Organization";

const list = (
	endpoint: Endpoint,
	item: Schema,
	texts: Pick<Operation, "summary" | "description">,
): Operation => ({
	tag,
	...texts,
	endpoint,
	query: pageParameters(),
	data: pageOf(item),
	errors: { 400: ["VALIDATION_ERROR"] },
});

export const organizationOperations: readonly Operation[] = [
	{
		endpoint: endpoints.getOrganization,
		tag,
		summary: "Get the organization",
		description: "The organization of the API key, with its policies.",
		data: organizationRecordSchema,
		errors: { 404: ["ORGANIZATION_NOT_FOUND"] },
	},
	list(endpoints.listEntities, entityRecordSchema, {
		summary: "List entities",
		description: "In their order: the first is the default of an advance.",
	}),
	list(endpoints.listGstTaxes, taxRecordSchema, {
		summary: "List GST taxes by id",
		description:
			"A purchase order line's `taxId` and an advance's `gstId` name one.",
	}),
	list(endpoints.listTdsTaxes, taxRecordSchema, {
		summary: "List TDS taxes by id",
		description: "An advance's `tdsId` names one.",
	}),
	list(endpoints.listTags, listedTagSchema, {
		summary: "List tags by id",
		description: "The ids are the slugs of `tags` objects.",
	}),
	{
		endpoint: endpoints.getTag,
		tag,
		summary: "Get a tag",
		description: "With the options of a `DROPDOWN`.",
		pathIds: { id: "cost-centre" },
		data: tagRecordSchema,
		errors: { 404: ["TAG_NOT_FOUND"] },
	},
	{
		endpoint: endpoints.getKey,
		tag,
		summary: "Get the API key of the request",
		description:
			"Whose key it is and what it may do, as the service applies it to this request. A change shows within 5 seconds.",
		data: keyRecordSchema,
		errors: {},
	},
];
