import type { Endpoint } from "../../shared/endpoints/endpoint.ts";
import type {
	Permission,
	Role,
} from "../../shared/organizations/organization.ts";
import type { Schema } from "../../shared/schemas/record-schema.ts";
import type { Demo } from "./demo.ts";
import type { DeclaredErrors } from "./error-texts.ts";
import type { Names } from "./names.ts";
import type { TagName } from "./tags.ts";

/**
 * Describes an endpoint in one place: what it does, who may call it, a request that works, and which parts of its
 * requests name records. The OpenAPI document, the pages, the smoke test and every test that applies to all endpoints
 * are derived from it. What the service itself needs (route, permissions, headers) is in `endpoints.ts`.
 */
export interface Exhibit {
	endpoint: Endpoint;
	tag: TagName;
	summary: string;
	/** The description, without what is added for every endpoint (401, 403, 429, 500, 503, `x-request-id`). */
	description: string;
	/** Says what a repeated POST does, as the rest of a sentence. */
	repeated?: string;
	/** What a 500 has left, if more is known than that it is uncertain. */
	failed?: string;
	/** A permission that some requests need as well. */
	additionalPermission?: { permission: Permission; when: string };
	/** What a caller must be, besides having the permission. When absent, any active user may call it. */
	caller?: Caller;
	query?: readonly Parameter[];
	/** The JSON Schema of the body. */
	body?: object;
	/** The schema of the 200's `data`. */
	data: Schema;
	/** Whether the 200 has an `ETag`. */
	etag?: true;
	/** Responses without an error code in addition to the 200, by status. */
	others?: Readonly<Record<number, { description: string; schema: Schema }>>;
	/** Codes by status, in addition to those of every endpoint. The first 404 is for an unknown id in the path. */
	errors: DeclaredErrors;
	/** A request that works. */
	demo: Demo;
	/** What each part of a request names. A test says which parts are missing. */
	names?: Names;
}

/** Who may call an endpoint. Anyone else is answered 403 `ACCESS_DENIED`. */
interface Caller {
	/** The roles of which the user must have one. */
	roles?: readonly Role[];
	/** What the organization must have enabled. */
	feature?: "vendorAdvances";
	/** The 403 for an inactive user, if it is not `INSUFFICIENT_PERMISSIONS`; null when such a user may call it. */
	inactiveUserCode?: "ACCESS_DENIED" | null;
}

/** A query parameter. */
export interface Parameter {
	name: string;
	description: string;
	schema: Schema;
}
