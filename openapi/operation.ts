import type { Permission } from "../shared/domain/organization/organization.ts";
import type { Schema } from "../shared/domain/records/record-schema.ts";
import type { Exchange } from "./exchanges.ts";
import type { TagName } from "./information.ts";
import { type Parameter, toParameters } from "./parameters.ts";
import { requestSchema } from "./request-schema.ts";
import { toResponses } from "./responses.ts";

/** An endpoint as it is documented. What every endpoint has (401, 403, 429, 500, 503, `x-request-id`) is added. */
export interface Operation {
	/** `operationId` */
	id: string;
	tag: TagName;
	summary: string;
	description: string;
	/** Any one of them is enough. Empty: any valid key, that of an inactive user included. */
	permissions: readonly Permission[];
	/** A permission that some requests need as well. */
	additionalPermission?: { permission: Permission; when: string };
	/** An id of the demo organization for each path parameter of which it has one. */
	pathIds?: Readonly<Record<string, string>>;
	/** `read`: it names another request. */
	idempotencyKey?: "required" | "optional" | "read";
	/** Takes `If-Match`. */
	ifMatch?: true;
	query?: readonly Parameter[];
	/** JSON Schema of the body. */
	body?: object;
	/** Of the 200's `data`. */
	data: Schema;
	/** The 200 has an `ETag`. */
	etag?: true;
	/** Of responses other than those with an error code; by status. */
	others?: Readonly<Record<number, { description: string; schema: Schema }>>;
	/** Codes of errors by status, besides those of every endpoint. */
	errors: Readonly<Record<number, readonly string[]>>;
}

/** OpenAPI's "Operation Object". */
export function toOperationObject(
	path: string,
	operation: Operation,
	exchanges: readonly Exchange[],
): Schema {
	const { id, tag, summary, permissions, additionalPermission } = operation;
	const parameters = toParameters(path, operation);
	return {
		operationId: id,
		tags: [tag],
		summary,
		description: describe(operation),
		"x-permissions": {
			anyOf: permissions,
			...(additionalPermission && { additional: additionalPermission }),
		},
		...(parameters.length > 0 && { parameters }),
		...(operation.body && {
			requestBody: toRequestBody(operation.body, exchanges),
		}),
		responses: toResponses(path, operation, exchanges),
	};
}

function describe({
	description,
	permissions,
	additionalPermission,
}: Operation): string {
	if (permissions.length === 0) {
		return `${description}\n\nPermission: none. Any valid key, also of an inactive user.`;
	}
	const needed = permissions.map((one) => `\`${one}\``).join(" or ");
	const also = additionalPermission
		? `; \`${additionalPermission.permission}\` as well ${additionalPermission.when}`
		: "";
	return `${description}\n\nPermission: ${needed}${also}.`;
}

function toRequestBody(body: object, exchanges: readonly Exchange[]): Schema {
	const sent = exchanges.filter(
		({ request, response }) =>
			// What was refused as invalid is no example of a body.
			request.body !== undefined && response.status !== 400,
	);
	const examples = Object.fromEntries(
		sent.map(({ name, summary, request }) => [
			name,
			{ summary, value: request.body },
		]),
	);
	const schema = requestSchema(body);
	return {
		required: true,
		content: {
			"application/json": { schema, ...(sent.length > 0 && { examples }) },
		},
	};
}
