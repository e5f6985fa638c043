import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toDecimal } from "../../../../shared/money/decimal.ts";
import type {
	RequiredField,
	SubmissionPolicy,
} from "../../../../shared/organizations/organization.ts";
import { requireMandatoryFields } from "../../../../shared/payment-requests/raise/policies.ts";
import { propertySeed } from "../../../support/property-seed.ts";
import { requestedAdvance } from "./requested.ts";

const description: RequiredField = { slug: "why", kind: "DESCRIPTION" };
const identifier: RequiredField = { slug: "po", kind: "IDENTIFIER" };
const tag: RequiredField = { slug: "cost-centre", kind: "TAG" };

const always = (...requiredFields: RequiredField[]): SubmissionPolicy => ({
	requiredFields,
});

const check =
	(policies: SubmissionPolicy[], wanted: object = {}) =>
	() =>
		requireMandatoryFields(policies, requestedAdvance(wanted));

const suppliedBy = {
	TAG: "tags",
	DESCRIPTION: "narration",
	IDENTIFIER: "purchaseOrderLinkId",
};

describe("4.3 rule 6: fields that the submission policy makes mandatory", () => {
	it("are all named in one message, in the policy's order", () => {
		expect(check([always(description, identifier, tag)])).toThrow(
			expect.objectContaining({
				status: 400,
				code: "MISSING_REQUIRED_FIELD",
				message:
					"Missing required fields: why, po, cost-centre; send narration, purchaseOrderLinkId, tags",
			}),
		);
	});

	it("are all named, however many they are", () => {
		const slugs = Array.from({ length: 12 }, (_, index) => `tag-${index}`);
		const tags = slugs.map((slug) => ({ slug, kind: "TAG" as const }));
		expect(check([always(...tags)])).toThrow(
			`Missing required fields: ${slugs.join(", ")}; send tags`,
		);
	});

	it.each<[string, RequiredField, object]>([
		["narration satisfies a description", description, { narration: "Steel" }],
		[
			"purchaseOrderLinkId satisfies an identifier",
			identifier,
			{ purchaseOrderLinkId: "po-1" },
		],
		[
			"the tag of its slug satisfies a tag",
			tag,
			{ tags: { "cost-centre": { value: 7 } } },
		],
	])("%s", (_, field, wanted) => {
		expect(check([always(field)], wanted)).not.toThrow();
		expect(check([always(field)])).toThrow(field.slug);
	});

	it("an empty narration describes nothing", () => {
		expect(check([always(description)], { narration: "" })).toThrow("why");
	});

	it("another tag does not satisfy it, nor does an inherited property", () => {
		const wanted = { tags: { project: { value: "X" } } };
		expect(check([always(tag)], wanted)).toThrow("cost-centre");
		const inherited: RequiredField = { slug: "constructor", kind: "TAG" };
		expect(check([always(inherited)], wanted)).toThrow("constructor");
	});

	it("a tag of the name of a description's slug does not satisfy it", () => {
		const wanted = { tags: { why: { value: "because" } } };
		expect(check([always(description)], wanted)).toThrow("why");
	});

	it.each([
		[{ minAmount: 1000 }, true],
		[{ minAmount: 1000.01 }, false],
		[{ maxAmount: 1000 }, true],
		[{ maxAmount: 999.99 }, false],
		[{ minAmount: 1000, maxAmount: 1000 }, true],
		[{}, true],
	])("contract 2: for 1000 the range %j applies: %s", (range, applies) => {
		const act = check([{ ...range, requiredFields: [tag] }]);
		if (applies) expect(act).toThrow("cost-centre");
		else expect(act).not.toThrow();
	});

	it("contract 2: all policies that apply add up, each slug named once", () => {
		const policies = [
			always(tag),
			{ minAmount: 5000, requiredFields: [identifier] },
			always(description, tag),
		];
		expect(check(policies)).toThrow(
			expect.objectContaining({
				message:
					"Missing required fields: cost-centre, why; send tags, narration",
			}),
		);
	});

	it("agrees with a naive model of random policies and advances", () => {
		const slugs = ["a", "b", "c", "__proto__", "toString"];
		const bounds = fc.option(fc.integer({ min: 0, max: 40 }), {
			nil: undefined,
		});
		const fields = fc.record({
			slug: fc.constantFrom(...slugs),
			kind: fc.constantFrom("TAG", "DESCRIPTION", "IDENTIFIER"),
		});
		const policies = fc.array(
			fc.record({
				min: bounds,
				max: bounds,
				requiredFields: fc.array(fields, { maxLength: 4 }),
			}),
			{ maxLength: 4 },
		);
		const advances = fc.record({
			tenths: fc.integer({ min: 1, max: 40 }),
			narration: fc.constantFrom(null, "", "Steel"),
			purchaseOrderLinkId: fc.constantFrom(null, "po-1"),
			tagged: fc.uniqueArray(fc.constantFrom(...slugs)),
		});
		fc.assert(
			fc.property(policies, advances, (drawn, advance) => {
				const expected: string[] = [];
				const supplying: string[] = [];
				for (const { min = -1, max = 99, requiredFields } of drawn) {
					if (advance.tenths < min || advance.tenths > max) continue;
					for (const { slug, kind } of requiredFields) {
						const isThere = {
							TAG: advance.tagged.includes(slug),
							DESCRIPTION: Boolean(advance.narration),
							IDENTIFIER: advance.purchaseOrderLinkId !== null,
						}[kind];
						if (isThere) continue;
						if (!expected.includes(slug)) expected.push(slug);
						const property = suppliedBy[kind];
						if (!supplying.includes(property)) supplying.push(property);
					}
				}
				const act = check(
					drawn.map(({ min, max, requiredFields }) => ({
						...(min !== undefined && { minAmount: min / 10 }),
						...(max !== undefined && { maxAmount: max / 10 }),
						requiredFields,
					})),
					{
						amount: toDecimal(advance.tenths).div(10),
						narration: advance.narration,
						purchaseOrderLinkId: advance.purchaseOrderLinkId,
						// As JSON makes it: `__proto__` is a property like any other.
						tags: JSON.parse(
							`{${advance.tagged.map((slug) => `"${slug}":{"value":1}`).join()}}`,
						),
					},
				);
				if (expected.length === 0) expect(act).not.toThrow();
				else
					expect(act).toThrow(
						expect.objectContaining({
							message: `Missing required fields: ${expected.join(", ")}; send ${supplying.join(", ")}`,
						}),
					);
			}),
			{ seed: propertySeed, numRuns: 500 },
		);
	});
});
