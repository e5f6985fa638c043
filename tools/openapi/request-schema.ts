import type { Schema } from "../../shared/records/record-schema.ts";

/**
 * A schema of a request's body, as it validates (JSON Schema draft 7, AJV's `nullable`), in the dialect of OpenAPI 3.1
 * (2020-12): the same bodies are valid.
 */
export function requestSchema(schema: object): Schema {
	const { nullable, dependencies, ...kept } = Object.fromEntries(
		Object.entries(schema).map(([keyword, value]) => [
			keyword,
			keyword === "properties" ? mapValues(value) : mapValue(value),
		]),
	);
	return {
		...kept,
		...(nullable === true && { type: [kept.type, "null"] }),
		...(dependencies !== undefined && { dependentRequired: dependencies }),
	};
}

const mapValue = (value: unknown): unknown =>
	isObject(value) ? requestSchema(value) : value;

/** The schemas of properties, whose names are no keywords. */
const mapValues = (properties: object): Schema =>
	Object.fromEntries(
		Object.entries(properties).map(([name, value]) => [name, mapValue(value)]),
	);

const isObject = (value: unknown): value is object =>
	typeof value === "object" && value !== null && !Array.isArray(value);
