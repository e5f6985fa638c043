import { describe, expect, it } from "vitest";
import { validPart } from "../../../tools/organization-files/valid-part.ts";

const org = { id: "acme" };
const failureAt = (instancePath: string, keyword = "type") => ({
	instancePath,
	keyword,
	params: { additionalProperty: "unknown" },
});

describe("the part of a file that passed the schema", () => {
	it("lacks the entries that failed; pointers lead to the entries of the file", () => {
		const file = { org, tags: ["a", "b", "c", "d"] };
		const part = validPart(file, [
			failureAt("/tags/0/slug"),
			failureAt("/tags/2"),
		]);
		expect(part?.file).toEqual({ org, tags: ["b", "d"] });
		expect(part?.toOriginal("/tags/1/slug")).toBe("/tags/3/slug");
		expect(part?.toOriginal("/org/id")).toBe("/org/id");
	});

	it("lacks an unknown property, and a list that failed as a whole", () => {
		const file = { org, unknown: 1, skus: {}, tags: [{}, {}], vendors: [] };
		const failures = [
			failureAt("", "additionalProperties"),
			failureAt("/skus"),
			failureAt("/tags/0"),
			failureAt("/tags", "uniqueItems"),
		];
		expect(validPart(file, failures)?.file).toEqual({ org, vendors: [] });
	});

	it.each(["/users", "/users/0/role"])(
		"lacks the API keys when the users at %s failed, since a key refers to its user",
		(pointer) => {
			const file = { org, users: [{}], apiKeys: [{}], advances: [] };
			const part = validPart(file, [failureAt(pointer)]);
			expect(part?.file).not.toHaveProperty("apiKeys");
			expect(part?.file).toHaveProperty("advances");
		},
	);

	it("is absent when the organization itself failed, or the file is no object", () => {
		expect(validPart({ org: {} }, [failureAt("/org/id")])).toBeUndefined();
		expect(validPart({}, [failureAt("", "required")])).toBeUndefined();
		expect(validPart(null, [failureAt("")])).toBeUndefined();
	});
});
