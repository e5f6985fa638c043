import { magnitudeLimit } from "../../shared/json/storable.ts";
import type { Schema } from "../../shared/schemas/record-schema.ts";

/** What callers have to know about a property, by its name. Validators do not need it. */
const texts: Readonly<Record<string, string>> = {
	slug: "The invoice's `id`.",
	purchaseOrderLinkId: "The purchase order's `poId`.",
	gstAmount: taxText("gstId", "`amount`"),
	tdsAmount: taxText("tdsId", "`amount`"),
	taxAmount: `${taxText("taxId", "`quantity` times `rate`")} Left out, it is computed.`,
};

function taxText(id: string, base: string) {
	return `The tax \`${id}\` on ${base}, rounded half up to 2 decimal places: another figure is a 400.`;
}

/**
 * Converts the schema of a request's body, which validates it (JSON Schema draft 7, with AJV's `nullable`), to the
 * dialect of OpenAPI 3.1 (2020-12). The same bodies are valid.
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
		// `findUnstorable` enforces it for every number of a body.
		...(kept.type === "number" && { exclusiveMaximum: magnitudeLimit }),
	};
}

const mapValue = (value: unknown): unknown =>
	isObject(value) ? requestSchema(value) : value;

/** Converts the schemas of properties. The names of properties are not keywords. */
const mapValues = (properties: object): Schema =>
	Object.fromEntries(
		Object.entries(properties).map(([name, value]) => {
			const description = texts[name];
			const schema = mapValue(value);
			return [
				name,
				isObject(schema) && description ? { ...schema, description } : schema,
			];
		}),
	);

const isObject = (value: unknown): value is object =>
	typeof value === "object" && value !== null && !Array.isArray(value);
