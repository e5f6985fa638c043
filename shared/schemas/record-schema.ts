/**
 * What response schemas are made of (JSON Schema 2020-12): `npm run generate` puts them into `docs/openapi.json`,
 * against which the tests check every response. No function imports them.
 */
export interface Schema {
	readonly [keyword: string]: unknown;
}

type Properties = Readonly<Record<string, Schema>>;

/** An object with exactly these properties: all of the first, any of the second. */
export const record = (
	properties: Properties,
	optional: Properties = {},
): Schema => ({
	type: "object",
	required: Object.keys(properties),
	properties: { ...properties, ...optional },
	additionalProperties: false,
});

export const listOf = (items: Schema): Schema => ({ type: "array", items });

export const oneOfValues = (values: readonly string[]): Schema => ({
	type: "string",
	enum: values,
});

/** R1, "Values": what is absent is null. */
export function orNull(schema: Schema): Schema {
	const { type, enum: values } = schema;
	const isScalar =
		typeof type === "string" && type !== "object" && type !== "array";
	if (!isScalar) return { anyOf: [schema, { type: "null" }] };
	return {
		...schema,
		type: [type, "null"],
		...(Array.isArray(values) && { enum: [...values, null] }),
	};
}

/** The schemas of described texts in a record, which says nothing of their limits. */
export const detailsSchema = (described: Properties): Properties =>
	Object.fromEntries(
		Object.entries(described).map(([name, schema]) => {
			const { minLength: _, maxLength: __, pattern: ___, ...shown } = schema;
			return [name, orNull(shown)];
		}),
	);

export const text: Schema = { type: "string" };
export const date: Schema = { type: "string", format: "date" };
export const flag: Schema = { type: "boolean" };
export const integer: Schema = { type: "integer" };
export const count: Schema = { type: "integer", minimum: 0 };

export const instant: Schema = {
	type: "string",
	format: "date-time",
	description: "An instant in UTC (RFC 3339).",
};

export const decimal: Schema = {
	type: "number",
	description:
		"An exact decimal: a JSON number with all its digits. Read it as a decimal, not as binary floating point.",
};

export const version: Schema = {
	type: "integer",
	minimum: 1,
	description: "Rises with every change of the record; also the `ETag`.",
};

/** R1, "Who" */
export const who: Schema = {
	...record({ userId: text, keyId: orNull(text) }),
	description: "The user and the API key of a creation or change.",
};

/** Spec 2.6 */
export const tagValues: Schema = {
	type: "object",
	description: "Values of custom fields, by the slug of their tag.",
	additionalProperties: record({ value: { type: ["string", "number"] } }),
};
