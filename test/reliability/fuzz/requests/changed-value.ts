import fc from "fast-check";
import { anyText } from "../../../support/any-text.ts";

const oddTexts = fc.oneof(
	anyText({ maxLength: 300 }),
	fc.constantFrom(
		...["", " ", "\u0000", "\ud800", "#", "/", "~", "..", "ORG#acme", "$ne"],
		...[
			"__proto__",
			"constructor",
			"toString",
			"null",
			"'; DROP TABLE",
			"\u202e",
		],
		...["ß", "İ", "ﬁ", "é", "e\u0301", "\ufeff", "\ufffe", "💥".repeat(200)],
	),
);
const oddNumbers = fc.oneof(
	fc.double(),
	fc.integer(),
	fc.constantFrom(
		...[0, -0, 1e-20, 1e-21, 5e-324, 1e15 - 1, 1e15, 2 ** 53, -(2 ** 63)],
		...[0.1 + 0.2, Number.MAX_VALUE, Number.EPSILON, 1e126, 1e-130],
	),
);
const names = fc.oneof(
	oddTexts,
	fc.constantFrom("value", "version", "organizationId", "pk", "sk", "toJSON"),
);
const oddValues: fc.Arbitrary<unknown> = fc.oneof(
	oddTexts,
	oddNumbers,
	fc.constantFrom(null, true, false, [], {}, [[]], [null]),
	fc.jsonValue({ maxDepth: 4 }),
	fc.dictionary(names, fc.oneof(oddTexts, oddNumbers), {
		noNullPrototype: true,
	}),
);

/** A valid value of which some members, at any depth, are replaced, removed or added. */
export function changedValue(
	valid: fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
	const changes = fc.array(
		fc.record({
			path: fc.array(fc.nat(50), { minLength: 1, maxLength: 4 }),
			name: names,
			value: oddValues,
			act: fc.constantFrom("replace", "replace", "remove", "add"),
		}),
		{ minLength: 1, maxLength: 3 },
	);
	return fc
		.tuple(valid, changes)
		.map(([value, all]) =>
			all.reduce(
				(changed: unknown, one) => change(changed, one.path, one),
				value,
			),
		);
}

interface Change {
	name: string;
	value: unknown;
	act: string;
}

function change(
	value: unknown,
	[index = 0, ...deeper]: readonly number[],
	{ name, value: odd, act }: Change,
): unknown {
	if (typeof value !== "object" || value === null) return odd;
	const members = Object.entries(value);
	const position = index % (members.length + 1);
	const [key, member] = members[position] ?? [];
	if (key === undefined || act === "add") members.push([name, odd]);
	else if (deeper.length > 0 && typeof member === "object")
		members[position] = [
			key,
			change(member, deeper, { name, value: odd, act }),
		];
	else if (act === "remove") members.splice(position, 1);
	else members[position] = [key, odd];
	return Array.isArray(value)
		? members.map(([, one]) => one)
		: Object.fromEntries(members);
}
