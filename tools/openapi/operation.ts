import type { Endpoint } from "../../shared/endpoints/endpoint.ts";
import type { Permission } from "../../shared/organizations/organization.ts";
import type { Schema } from "../../shared/schemas/record-schema.ts";
import type { DeclaredErrors } from "./error-texts.ts";
import type { TagName } from "./information.ts";

/** An endpoint as it is documented. What every endpoint has (401, 403, 429, 500, 503, `x-request-id`) is added. */
export interface Operation {
	endpoint: Endpoint;
	tag: TagName;
	summary: string;
	description: string;
	/** Says what a repeated POST does, as the rest of a sentence. */
	repeated?: string;
	/** What a 500 has left, where more is known than that it is uncertain. */
	failed?: string;
	/** A permission that some requests need as well. */
	additionalPermission?: { permission: Permission; when: string };
	/** An id of the demo organization for each path parameter of which it has one. */
	pathIds?: Readonly<Record<string, string>>;
	query?: readonly Parameter[];
	/** JSON Schema of the body. */
	body?: object;
	/** Schema of the 200's `data`. */
	data: Schema;
	/** The 200 has an `ETag`. */
	etag?: true;
	/** Responses without an error code in addition to the 200, by status. */
	others?: Readonly<Record<number, { description: string; schema: Schema }>>;
	/** Codes of errors by status, in addition to those of every endpoint. */
	errors: DeclaredErrors;
}

export interface NamedOperation extends Operation {
	/** `operationId`, the endpoint's name in the code. */
	id: string;
}

/** A query parameter. */
export interface Parameter {
	name: string;
	description: string;
	schema: Schema;
}
