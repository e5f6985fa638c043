/** A JSON Schema with the keywords that the document uses. */
export interface SchemaObject {
	readonly [keyword: string]: unknown;
	readonly $ref?: string;
	readonly type?: string | readonly string[];
	readonly description?: string;
	readonly const?: unknown;
	readonly enum?: readonly unknown[];
	readonly required?: readonly string[];
	readonly properties?: Schemas;
	readonly items?: SchemaObject;
	readonly additionalProperties?: SchemaObject | boolean;
	readonly oneOf?: readonly SchemaObject[];
	readonly anyOf?: readonly SchemaObject[];
}

export type Schemas = Readonly<Record<string, SchemaObject>>;

/**
 * A schema of a response in the form that callers get: it has no closed objects and no closed lists of values.
 *
 * @param named The document's components, to which alternatives may refer.
 */
export function openSchema(schema: SchemaObject, named: Schemas): SchemaObject {
	const open = (one: SchemaObject) => openSchema(one, named);
	const { oneOf, anyOf, items, properties, additionalProperties, ...rest } =
		schema;
	if (isErrorEnvelope(schema)) return { $ref: "#/components/schemas/ApiError" };
	if (oneOf) return open(mergeObjects(oneOf.map((one) => find(one, named))));
	if (properties && Array.isArray(rest.type))
		return { anyOf: [open({ ...schema, type: "object" }), { type: "null" }] };
	return {
		...openValues(rest),
		...(anyOf && openAlternatives(anyOf.map(open))),
		...(items && { items: open(items) }),
		...(properties && {
			properties: mapValues(properties, open),
			// Some generators refuse what the document does not mention.
			additionalProperties: true,
		}),
		...(typeof additionalProperties === "object" && {
			additionalProperties: open(additionalProperties),
		}),
	};
}

const isErrorEnvelope = ({ properties = {} }: SchemaObject): boolean =>
	properties.ok?.const === false && properties.error?.type === "object";

const find = ({ $ref = "", ...schema }: SchemaObject, named: Schemas) =>
	named[$ref.replace("#/components/schemas/", "")] ?? schema;

/** The keyword by which our schemas list known values, although any text is valid. */
const extensible = "x-extensible-enum";

/** Any text is valid, since values may be added; the known ones are listed. Generators get one type for each value. */
function openValues({
	enum: values,
	const: value,
	type,
	...rest
}: SchemaObject): SchemaObject {
	if (typeof value === "boolean")
		return { type: "boolean", ...rest, description: `Always ${value}.` };
	if (typeof value === "number")
		return { type: "integer", ...rest, description: `${value} now.` };
	if (Array.isArray(type) && !type.includes("null")) return rest;
	const known = value === undefined ? (values ?? rest[extensible]) : [value];
	if (!Array.isArray(known)) return { ...(type && { type }), ...rest };
	const texts = known.filter((one: unknown) => one !== null);
	const list = texts.map((one: unknown) => `\`${one}\``).join(", ");
	return {
		type: type ?? "string",
		...rest,
		description: joinTexts([
			rest.description,
			`Known values: ${list}; others may be added.`,
		]),
		[extensible]: texts,
	};
}

/** `null` becomes one of the types of a schema without a name. Generators lose it in a schema with a name. */
function openAlternatives(anyOf: readonly SchemaObject[]): SchemaObject {
	const [only, ...more] = anyOf.filter(({ type }) => type !== "null");
	return typeof only?.type === "string" && !only.properties && more.length === 0
		? { ...only, type: [only.type, "null"] }
		: { anyOf };
}

/** Makes one object of alternatives. What all of them require is required, and a property has the values of each. */
function mergeObjects(alternatives: readonly SchemaObject[]): SchemaObject {
	const all: Schemas[] = alternatives.map(({ properties = {} }) => properties);
	const names = [...new Set(all.flatMap((one) => Object.keys(one)))];
	return {
		type: "object",
		required: names.filter((name) =>
			alternatives.every(({ required }) => required?.includes(name)),
		),
		properties: Object.fromEntries(
			names.map((name) => [
				name,
				mergeValues(
					all.map((one) => one[name]).filter((one) => one !== undefined),
				),
			]),
		),
	};
}

function mergeValues(schemas: readonly SchemaObject[]): SchemaObject {
	const [first] = schemas;
	const texts = new Set(schemas.map((one) => JSON.stringify(one)));
	if (first && texts.size === 1) return first;
	const values = schemas.flatMap(
		(one): readonly unknown[] =>
			one.enum ?? (one.const === undefined ? [] : [one.const]),
	);
	const types = new Set(schemas.flatMap((one) => one.type ?? "string"));
	const description = joinTexts(schemas.map(describe));
	return {
		type: types.size === 1 ? [...types].join() : [...types],
		...(description && { description }),
		...(values.length > 0 && { enum: values }),
	};
}

const describe = ({ description, const: value }: SchemaObject) =>
	description && value !== undefined
		? `\`${value}\`: ${description}`
		: description;

const joinTexts = (texts: readonly (string | undefined)[]) =>
	texts.filter((text) => text !== undefined).join(" ");

export const mapValues = <Value, Result>(
	values: Readonly<Record<string, Value>>,
	map: (value: Value, name: string) => Result,
): Record<string, Result> =>
	Object.fromEntries(
		Object.entries(values).map(([name, value]) => [name, map(value, name)]),
	);
