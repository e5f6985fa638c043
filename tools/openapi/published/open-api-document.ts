import type { SchemaObject, Schemas } from "./open-schema.ts";

type Named<Value> = Readonly<Record<string, Value>>;

/** The parts that `toPublished` reads. */
export interface OpenApiDocument {
	readonly [property: string]: unknown;
	readonly paths: Named<Named<OperationObject>>;
	readonly webhooks: Named<Named<OperationObject>>;
	readonly components: {
		readonly [kind: string]: unknown;
		readonly schemas: Schemas;
		readonly responses: Named<Body>;
	};
}

export interface OperationObject {
	readonly [property: string]: unknown;
	readonly operationId: string;
	readonly requestBody?: Body;
	readonly responses: Named<Body>;
}

/** A request's body or a response. If it has no `content`, it is a reference to one. */
export interface Body {
	readonly [property: string]: unknown;
	readonly description?: string;
	readonly content?: Named<{ readonly schema: SchemaObject }>;
}
