import { strictDocument } from "../../../tools/openapi/document.ts";

/** The part of JSON Schema that the document's requests use. */
export interface Schema {
	type?: string | string[];
	required?: string[];
	properties?: Record<string, Schema>;
	additionalProperties?: boolean | Schema;
	dependentRequired?: Record<string, string[]>;
	items?: Schema;
	minItems?: number;
	maxItems?: number;
	uniqueItems?: boolean;
	enum?: unknown[];
	minLength?: number;
	maxLength?: number;
	pattern?: string;
	format?: string;
	minimum?: number;
	maximum?: number;
	exclusiveMinimum?: number;
	default?: unknown;
	anyOf?: Schema[];
}

export interface Parameter {
	name: string;
	in: "path" | "query" | "header";
	required?: boolean;
	schema: Schema;
}

/** What `docs/openapi.json` says of an endpoint's requests. */
export interface FuzzedOperation {
	/** A route, such as `GET /v1.0/vendor/{vendorId}`. */
	routeKey: string;
	method: string;
	path: string;
	parameters: Parameter[];
	/** Absent: it reads none. */
	body?: Schema;
}

interface OpenApiDocument {
	paths: Record<
		string,
		Record<
			string,
			{
				parameters?: Parameter[];
				requestBody?: { content: Record<string, { schema: Schema }> };
			}
		>
	>;
}

// Unchecked cast: a linter reads what is made of this document. Its schemas stand in place, without references.
const { paths } = strictDocument() as OpenApiDocument;

export const fuzzedOperations: readonly FuzzedOperation[] = Object.entries(
	paths,
).flatMap(([path, operations]) =>
	Object.entries(operations).map(
		([verb, { parameters = [], requestBody }]): FuzzedOperation => {
			const method = verb.toUpperCase();
			const body = requestBody?.content["application/json"]?.schema;
			const routeKey = `${method} ${path}`;
			return { routeKey, method, path, parameters, ...(body && { body }) };
		},
	),
);
