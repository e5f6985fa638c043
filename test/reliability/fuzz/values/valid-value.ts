import fc from "fast-check";
import { anyText } from "../../../support/any-text.ts";
import { batchMin } from "../../../support/batches.ts";
import type { Schema } from "../operations.ts";
import { knownTags, knownValues } from "./known-values.ts";

/** Values that conform to a schema, and that the store can hold (`conventions.md`). */
export function validValue(schema: Schema, name = ""): fc.Arbitrary<unknown> {
	if (schema.anyOf) {
		return fc.oneof(...schema.anyOf.map((one) => validValue(one, name)));
	}
	if (schema.enum) return fc.constantFrom(...schema.enum);
	const types = [schema.type ?? "any"].flat();
	const known = knownValues[name];
	const made = fc.oneof(...types.map((type) => ofType(type, schema)));
	if (!known || name === "state") return made;
	return fc.oneof(
		{ weight: 5, arbitrary: fc.constantFrom(...known) },
		{ weight: 1, arbitrary: made },
	);
}

function ofType(type: string, schema: Schema): fc.Arbitrary<unknown> {
	switch (type) {
		case "object":
			return validObject(schema);
		case "array":
			return validArray(schema);
		case "string":
			return validText(schema);
		case "number":
			return validNumber(schema);
		case "integer":
			return validInteger(schema);
		case "null":
			return fc.constant(null);
		default:
			return anyValue;
	}
}

export function validObject(
	schema: Schema,
): fc.Arbitrary<Record<string, unknown>> {
	const { properties = {}, required = [], additionalProperties } = schema;
	const { dependentRequired = {} } = schema;
	if ("slug" in properties && "invoiceNumber" in properties)
		return fc.oneof(...alternatives(schema).map(validObject));
	const members = Object.fromEntries(
		Object.entries(properties).map(([name, one]) => [
			name,
			validValue(one, name),
		]),
	);
	if (typeof additionalProperties === "object") return tags;
	// Each optional property may be refused for what the records say: with few of them, more requests are carried out.
	const whole = fc.record(members, { requiredKeys: required });
	const names = Object.keys(properties);
	const maxLength = Math.min(2, names.length);
	const few = fc
		.tuple(whole, fc.subarray(names, { maxLength }))
		.map(([made, kept]) => pick(made, [...required, ...kept]));
	return fc
		.oneof(whole, few)
		.map((made) => withDependents(made, dependentRequired));
}

/** A payment of a run names its invoice by its slug, or by its vendor and number (runs P2). */
function alternatives(schema: Schema): Schema[] {
	const { properties = {}, required = [] } = schema;
	const numbered = ["vendorId", "invoiceNumber"];
	return [["slug"], numbered].map((names) => {
		const others = ["slug", ...numbered].filter((one) => !names.includes(one));
		const kept = Object.entries(properties).filter(
			([name]) => !others.includes(name),
		);
		return {
			...schema,
			properties: Object.fromEntries(kept),
			required: [...required, ...names],
		};
	});
}

const pick = (made: Record<string, unknown>, names: readonly string[]) =>
	Object.fromEntries(
		Object.entries(made).filter(([name]) => names.includes(name)),
	);

/** Leaves out what depends on an absent property. */
function withDependents(
	made: Record<string, unknown>,
	dependentRequired: Record<string, string[]>,
) {
	const kept = Object.entries(made).filter(([name]) =>
		(dependentRequired[name] ?? []).every((other) => other in made),
	);
	return Object.fromEntries(kept);
}

const tags = fc.subarray(Object.entries(knownTags)).map(Object.fromEntries);

/** Mostly few entries, sometimes as many as fit, and more than are paid at once. */
function validArray({
	items = {},
	minItems = 0,
	maxItems,
	uniqueItems,
}: Schema) {
	const item = validValue(items);
	if (uniqueItems) return fc.uniqueArray(item, { minLength: minItems });
	const most = maxItems ?? batchMin;
	return fc.oneof(
		{
			weight: 40,
			arbitrary: fc.array(item, { minLength: minItems, maxLength: 3 }),
		},
		{
			weight: 1,
			arbitrary: fc.array(item, { minLength: most, maxLength: most }),
		},
	);
}

function validText(schema: Schema): fc.Arbitrary<string> {
	const { minLength = 0, maxLength = 300, pattern, format } = schema;
	if (format === "date") {
		return fc.constantFrom(
			"2026-11-21",
			"2024-02-29",
			"0001-01-01",
			"9999-12-31",
		);
	}
	if (pattern) return fc.stringMatching(new RegExp(pattern, "u"));
	return fc.oneof(
		{
			weight: 4,
			arbitrary: fc.string({ unit: "grapheme-ascii", minLength, maxLength }),
		},
		{
			weight: 2,
			arbitrary: anyText({ minLength, maxLength }),
		},
		{
			weight: 1,
			arbitrary: fc.constantFrom(
				"x".repeat(maxLength),
				"😀".repeat(maxLength),
				"__proto__".slice(0, maxLength),
				"ORG#acme".slice(0, maxLength),
			),
		},
	);
}

const numbers = fc.oneof(
	fc.integer({ min: -1_000_000, max: 1_000_000 }),
	fc
		.tuple(fc.integer(), fc.integer({ min: 0, max: 9 }))
		.map(([digits, places]) => Number(`${digits}e-${places}`)),
	fc.constantFrom(0, 1e-20, 1e15 - 1, 0.1 + 0.2, 999_999_999_999.99),
);

function validNumber({ exclusiveMinimum }: Schema) {
	return exclusiveMinimum === undefined
		? numbers
		: numbers.map((value) => Math.abs(value) || 1);
}

function validInteger({ minimum = -1e15 + 1, maximum = 1e15 - 1 }: Schema) {
	return fc.maxSafeInteger().map((value) => {
		const span = maximum - minimum + 1;
		return minimum + (Math.abs(value) % span);
	});
}

const anyValue = fc.oneof(
	numbers,
	validText({}),
	fc.boolean(),
	fc.constant(null),
);
