import type {
	Body,
	OpenApiDocument,
	OperationObject,
} from "./open-api-document.ts";
import { mapValues, type SchemaObject } from "./open-schema.ts";

/**
 * Gives each object a name, so that generators need not number them. The body of `createSkus` is `CreateSkusRequest`, an
 * entry of its `skus` is `CreateSkusRequestSkusItem`, the 200 is `CreateSkusResult`, and its `data` is
 * `CreateSkusResultData`. Equal objects have one name, except for whole requests.
 */
export function nameSchemas(document: OpenApiDocument): OpenApiDocument {
	const named = new NamedSchemas();
	for (const [name, schema] of Object.entries(document.components.schemas))
		named.add(name, schema);
	const nameAll = (paths: OpenApiDocument["paths"]) =>
		mapValues(paths, (path) =>
			mapValues(path, (operation) => nameBodies(operation, named)),
		);
	const paths = nameAll(document.paths);
	const webhooks = nameAll(document.webhooks);
	return {
		...document,
		paths,
		webhooks,
		components: {
			...document.components,
			schemas: named.usedIn([paths, webhooks, document.components.responses]),
		},
	};
}

function nameBodies(
	operation: OperationObject,
	named: NamedSchemas,
): OperationObject {
	const { operationId, requestBody, responses } = operation;
	const name = capitalize(operationId);
	return {
		...operation,
		...(requestBody && {
			requestBody: nameBody(requestBody, (schema) =>
				named.add(`${name}Request`, schema),
			),
		}),
		responses: mapValues(responses, (response, status) =>
			nameBody(response, (schema) =>
				named.refer(
					status === "200" ? `${name}Result` : `${name}Result${status}`,
					schema,
				),
			),
		),
	};
}

const nameBody = (
	body: Body,
	refer: (schema: SchemaObject) => SchemaObject,
): Body =>
	body.content
		? {
				...body,
				content: mapValues(body.content, (one) => ({
					...one,
					schema: refer(one.schema),
				})),
			}
		: body;

class NamedSchemas {
	readonly #schemas = new Map<string, SchemaObject>();
	/** The names by the texts of the schemas. */
	readonly #names = new Map<string, string>();

	/** Gives the schema this name, even if an equal schema has another. */
	add(name: string, schema: SchemaObject): SchemaObject {
		const within = this.#nameWithin(name, schema);
		const text = JSON.stringify(within);
		this.#schemas.set(name, within);
		if (!this.#names.has(text)) this.#names.set(text, name);
		return { $ref: toReference(name) };
	}

	/** Refers to an object, which gets the name unless an equal one has another. A schema of another kind stays. */
	refer(name: string, schema: SchemaObject): SchemaObject {
		const within = this.#nameWithin(name, schema);
		if (!needsName(within)) return within;
		const known = this.#names.get(JSON.stringify(within));
		const given = known ?? nameOfAlternatives(within) ?? name;
		if (known === undefined && this.#schemas.has(given))
			throw new Error(`Two schemas would have the name ${given}`);
		return known === undefined
			? this.add(given, within)
			: { $ref: toReference(known) };
	}

	usedIn(parts: unknown): Record<string, SchemaObject> {
		const text = JSON.stringify([parts, ...this.#schemas.values()]);
		const used = [...this.#schemas].filter(([name]) =>
			text.includes(`"${toReference(name)}"`),
		);
		return Object.fromEntries(used);
	}

	#nameWithin(name: string, schema: SchemaObject): SchemaObject {
		const { properties, items, anyOf, additionalProperties } = schema;
		return {
			...schema,
			...(properties && {
				properties: mapValues(properties, (one, property) =>
					this.refer(name + capitalize(property), one),
				),
			}),
			...(items && { items: this.refer(`${name}Item`, items) }),
			...(anyOf && { anyOf: anyOf.map((one) => this.refer(name, one)) }),
			...(typeof additionalProperties === "object" && {
				additionalProperties: this.refer(`${name}Value`, additionalProperties),
			}),
		};
	}
}

/** Only objects with known properties, and alternatives other than `null`, get a name. */
const needsName = ({ properties, anyOf }: SchemaObject): boolean =>
	properties !== undefined ||
	(anyOf?.every(({ type }) => type !== "null") ?? false);

/** The name of alternatives, such as `ApiErrorOrGatewayError`. */
const nameOfAlternatives = ({ anyOf }: SchemaObject): string | undefined =>
	anyOf?.map(({ $ref = "" }) => $ref.replace(toReference(""), "")).join("Or");

const toReference = (name: string) => `#/components/schemas/${name}`;

const capitalize = (text: string) =>
	text.charAt(0).toUpperCase() + text.slice(1);
