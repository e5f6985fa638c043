import { describe, expect, it } from "vitest";
import {
	findInvalidTag,
	type Tag,
	type TagType,
	type TagValues,
	tagSlugs,
	tagTypes,
} from "../../../../shared/organizations/tags/tags.ts";

const configured = new Map(
	tagTypes.map((type): [string, Tag] => [
		type.toLowerCase(),
		{ slug: type.toLowerCase(), type, optionIds: new Set([7, 8]) },
	]),
);

const refuse = (tags: TagValues, pointer = "/tags") =>
	findInvalidTag([{ pointer, tags }], configured);

const wrong = {
	absent: undefined,
	null: null,
	true: true,
	"a text": "R&D",
	"an empty text": "",
	"a number": 42,
	"an option's id": 7,
	"an option's id as text": "7",
	"a date": "2026-02-28",
	"no date": "2026-02-29",
	"an array": [7],
	"an object": { id: 7 },
} as const;

const right: Record<TagType, (keyof typeof wrong)[]> = {
	DROPDOWN: ["an option's id"],
	VARCHAR: [
		"a text",
		"an empty text",
		"an option's id as text",
		"a date",
		"no date",
	],
	DATETIME: ["a date"],
	NUMBER: ["a number", "an option's id"],
	NUMERIC: ["a number", "an option's id"],
};

describe("findInvalidTag", () => {
	for (const type of tagTypes) {
		for (const [name, value] of Object.entries(wrong)) {
			const isRight = right[type].some((kind) => kind === name);
			it(`2.6: ${name} is ${isRight ? "a" : "not a"} value of a ${type} tag`, () => {
				const slug = type.toLowerCase();
				const refusal = refuse({ [slug]: { value } });
				if (isRight) expect(refusal).toBeNull();
				else expect(refusal?.pointer).toBe(`/tags/${slug}/value`);
			});
		}
	}

	it.each([
		["numeric", "7", "must be number"],
		["number", null, "must be number"],
		["dropdown", "7", "must be number"],
		[
			"dropdown",
			9,
			"must be the id of an option of the tag: GET /v1.0/tag/{id} lists them",
		],
		["varchar", 7, "must be string"],
		["datetime", 20260228, "must be string"],
		["datetime", "28-02-2026", "must be a date, YYYY-MM-DD"],
	])("2.6: says what is wrong with the %s %j", (slug, value, reason) => {
		expect(refuse({ [slug]: { value } })).toEqual({
			pointer: `/tags/${slug}/value`,
			reason,
		});
	});

	it("2.6: refuses a slug that the organization has not configured", () => {
		expect(refuse({ projekt: { value: 1 } }, "/lineItems/3/tags")).toEqual({
			pointer: "/lineItems/3/tags/projekt",
			reason: "is not a tag of the organization: GET /v1.0/tag lists them",
		});
	});

	it("2.6: refuses a tag without value", () => {
		expect(refuse({ varchar: {} })).toEqual({
			pointer: "/tags/varchar",
			reason: "must have required property 'value'",
		});
	});

	it.each(["__proto__", "constructor", "toString", "hasOwnProperty"])(
		"conventions: %s is an ordinary unknown slug",
		(slug) => {
			const tags = JSON.parse(`{"${slug}": {"value": 1}}`);
			expect(refuse(tags)?.pointer).toBe(`/tags/${slug}`);
		},
	);

	it("2.6: an inherited value does not count", () => {
		const tags = JSON.parse('{"varchar": {"__proto__": {"value": "a"}}}');
		expect(refuse(tags)?.pointer).toBe("/tags/varchar");
	});

	it("7.1: escapes a slug in its pointer", () => {
		expect(refuse({ "a/b~c": { value: 1 } })?.pointer).toBe("/tags/a~1b~0c");
	});

	it("conventions: reports the first of several in the body's order", () => {
		const sent = [
			{ pointer: "/tags", tags: { number: { value: 1 } } },
			{ pointer: "/lineItems/0/tags", tags: { number: { value: "1" } } },
			{ pointer: "/lineItems/1/tags", tags: { unknown: { value: 1 } } },
		];
		expect(findInvalidTag(sent, configured)?.pointer).toBe(
			"/lineItems/0/tags/number/value",
		);
	});

	it("2.6: tags are optional", () => {
		expect(refuse({})).toBeNull();
		expect(findInvalidTag([], configured)).toBeNull();
	});
});

describe("tagSlugs", () => {
	it("2.6: names each slug once, wherever in the body it stands", () => {
		const sent = [
			{ pointer: "/tags", tags: { a: {}, b: {} } },
			{ pointer: "/lineItems/0/tags", tags: { b: {}, c: {} } },
		];
		expect(tagSlugs(sent)).toEqual(["a", "b", "c"]);
	});
});
