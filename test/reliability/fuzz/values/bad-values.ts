import fc from "fast-check";
import { anyText } from "../../../support/any-text.ts";
import type { Schema } from "../operations.ts";

type NamedValues = [keyword: string, values: fc.Arbitrary<unknown>][];

/** A value of each JSON type. */
const ofTypes: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
	object: fc.constantFrom({}, { value: 1 }, { length: 1 }),
	array: fc.constantFrom([], [1], ["x"], [[]]),
	string: fc.constantFrom("1", "", "true", "null", "x"),
	number: fc.constantFrom(0, 1, -1, 1.5),
	boolean: fc.boolean(),
	null: fc.constant(null),
};

/** Values of every type that the schema does not allow. */
export function badTypes({ type }: Schema): NamedValues {
	if (type === undefined) return [];
	const allowed = [type].flat();
	const isInteger = allowed.includes("integer");
	const wrong = Object.entries(ofTypes).filter(
		([name]) => !allowed.includes(name) && !(isInteger && name === "number"),
	);
	return isInteger
		? [...wrong, ["a fraction", fc.constantFrom(1.5, 1e-20, 0.1)]]
		: wrong;
}

/** Values of the right type that violate each of the schema's other keywords, or that the store cannot hold. */
export function badTexts(schema: Schema): NamedValues {
	const types = [schema.type].flat();
	return [
		...(types.includes("string") ? textFaults(schema) : []),
		...(types.includes("number") || types.includes("integer")
			? numberFaults(schema)
			: []),
	];
}

function textFaults(schema: Schema): NamedValues {
	const { minLength = 0, maxLength, pattern, format } = schema;
	const faults: NamedValues = [
		["lone surrogate", fc.constantFrom("\ud800", "a\udfff", "\udc00\ud800")],
	];
	if (schema.enum) faults.push(["enum", otherThan(schema.enum)]);
	if (minLength > 0) faults.push(["minLength", fc.constant("")]);
	if (maxLength !== undefined) {
		const long = ["x", "é", "😀", '"', "\u0000", "~"].map((one) =>
			one.repeat(maxLength + 1),
		);
		faults.push(["maxLength", fc.constantFrom(...long, "x".repeat(20_000))]);
	}
	if (pattern) faults.push(["pattern", unlike(new RegExp(pattern, "u"))]);
	if (format === "date") faults.push(["format", fc.constantFrom(...badDates)]);
	return faults;
}

/** Neighbours of the allowed values. */
function otherThan(values: readonly unknown[]) {
	const texts = values.filter((value) => typeof value === "string");
	const near = texts.flatMap((text) => [
		text.toLowerCase(),
		`${text} `,
		`${text}\u0000`,
		text.slice(1),
	]);
	return fc.constantFrom("", "__proto__", "x".repeat(5_000), ...near);
}

const unlike = (pattern: RegExp) =>
	fc
		.oneof(
			anyText(),
			fc.constantFrom(
				"",
				"27aapfu0939f1zv",
				"27AAPFU0939F1ZV\n",
				" 27AAPFU0939F1ZV",
			),
			fc.constantFrom("@", "a@", "@a", "a@b@c", "absent"),
		)
		.map((text) => (pattern.test(text) ? "@" : text));

const badDates = [
	...["", "2026-02-30", "2025-02-29", "2026-13-01", "2026-00-10", "2026-11-00"],
	...["2026-1-1", "20261121", "21-11-2026", "2026-11-21T00:00:00Z"],
	...[
		" 2026-11-21",
		"2026-11-21\n",
		"２０２６-11-21",
		"+2026-11-21",
		"tomorrow",
	],
];

function numberFaults({ exclusiveMinimum }: Schema): NamedValues {
	return [
		["magnitude", fc.constantFrom(1e15, -1e15, 1e126, 1e300, -1e308)],
		["decimal places", fc.constantFrom(1e-21, 5e-324, 1.5e-20, -1e-21)],
		...(exclusiveMinimum === undefined
			? []
			: ([
					["exclusiveMinimum", fc.constantFrom(0, -0, -1, -0.01, -1e14)],
				] satisfies NamedValues)),
	];
}
