import fc from "fast-check";
import type { Schema } from "../operations.ts";
import { badTexts, badTypes } from "./bad-values.ts";
import { validObject, validValue } from "./valid-value.ts";

/** A way to violate one keyword at one place of a schema. */
export interface Fault {
	/** Place and keyword, such as `/skus/0/name maxLength`. */
	name: string;
	arbitrary: fc.Arbitrary<FaultyValue>;
}

/** A value with one thing wrong. */
export interface FaultyValue {
	value: unknown;
	/** JSON pointer of what is wrong, as the message must give it. */
	pointer: string;
}

/** All faults of a schema, each keyword at each depth. */
export function faultsOf(schema: Schema, name = ""): Fault[] {
	const { anyOf } = schema;
	if (anyOf) {
		const object = anyOf.find(({ type }) => type === "object") ?? {};
		return faultsOf(object, name).filter(({ name }) => name !== " type null");
	}
	return [
		...here(schema),
		...propertyFaults(schema),
		...additionalFaults(schema),
		...itemFaults(schema),
	];
}

const fault = (keyword: string, arbitrary: fc.Arbitrary<unknown>): Fault => ({
	name: ` ${keyword}`,
	arbitrary: arbitrary.map((value) => ({ value, pointer: "" })),
});

/** Faults of the value itself, not of its parts. */
function here(schema: Schema): Fault[] {
	return [
		...badTypes(schema).map(([type, values]) => fault(`type ${type}`, values)),
		...badTexts(schema).map(([keyword, values]) => fault(keyword, values)),
	];
}

/** A property is absent, or wrong. */
function propertyFaults(schema: Schema): Fault[] {
	const { properties = {}, required = [], dependentRequired = {} } = schema;
	const absent = required.map((name) =>
		fault(
			`required ${name}`,
			validObject(schema).map(({ [name]: _, ...rest }) => rest),
		),
	);
	const alone = Object.entries(dependentRequired).flatMap(([name, others]) =>
		others.map((other) => {
			const member = validValue(properties[name] ?? {}, name);
			return fault(
				`dependentRequired ${name}`,
				fc
					.tuple(validObject(schema), member)
					.map(([{ [other]: _, ...rest }, value]) => ({
						...rest,
						[name]: value,
					})),
			);
		}),
	);
	const wrong = Object.entries(properties).flatMap(([name, property]) =>
		faultsOf(property, name).map((inner): Fault => {
			const others = dependentRequired[name] ?? [];
			const whole = fc.tuple(
				validObject(schema),
				fc.tuple(
					...others.map((other) => validValue(properties[other] ?? {}, other)),
				),
				inner.arbitrary,
			);
			return {
				name: `/${name}${inner.name}`,
				arbitrary: whole.map(([object, values, { value, pointer }]) => ({
					value: {
						...object,
						...Object.fromEntries(
							others.map((other, index) => [other, values[index]]),
						),
						[name]: value,
					},
					pointer: `/${name}${pointer}`,
				})),
			};
		}),
	);
	return [...absent, ...alone, ...wrong];
}

/** A property that is not allowed, or a member of a map that is wrong. */
function additionalFaults(schema: Schema): Fault[] {
	const { additionalProperties } = schema;
	if (additionalProperties === false) {
		const names = fc.constantFrom(
			"typo",
			"__proto",
			"constructor",
			"x".repeat(3_000),
		);
		const whole = fc.tuple(validObject(schema), names);
		return [
			fault(
				"additionalProperties",
				whole.map(([object, name]) => ({ ...object, [name]: 1 })),
			),
		];
	}
	if (typeof additionalProperties !== "object") return [];
	return faultsOf(additionalProperties).map((inner) => ({
		name: `/*${inner.name}`,
		arbitrary: inner.arbitrary.map(({ value, pointer }) => ({
			value: { project: value },
			pointer: `/project${pointer}`,
		})),
	}));
}

/** Too few or too many items, or one of them wrong. */
function itemFaults({ items, minItems, maxItems }: Schema): Fault[] {
	if (!items) return [];
	const item = validValue(items);
	const counts = [
		...(minItems === undefined ? [] : [fault("minItems", fc.constant([]))]),
		...(maxItems === undefined
			? []
			: [
					fault(
						"maxItems",
						item.map((one) => Array(maxItems + 1).fill(one)),
					),
				]),
	];
	const wrong = faultsOf(items).map((inner) => ({
		name: `/0${inner.name}`,
		arbitrary: fc
			.tuple(fc.array(item, { maxLength: 2 }), inner.arbitrary)
			.map(([before, { value, pointer }]) => ({
				value: [...before, value],
				pointer: `/${before.length}${pointer}`,
			})),
	}));
	return [...counts, ...wrong];
}
