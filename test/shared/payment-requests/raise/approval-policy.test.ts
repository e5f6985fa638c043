import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toDecimal } from "../../../../shared/money/decimal.ts";
import type {
	ApprovalCondition,
	ApprovalPolicy,
} from "../../../../shared/organizations/organization.ts";
import { requireApprovalPolicy } from "../../../../shared/payment-requests/raise/policies.ts";
import type { RequestedAdvance } from "../../../../shared/payment-requests/raise/requested-advance.ts";
import { propertySeed } from "../../../support/property-seed.ts";
import { requestedAdvance } from "./requested.ts";

const policy = (name: string, when?: ApprovalCondition): ApprovalPolicy => ({
	name,
	stages: [],
	...(when && { when }),
});
const fallback: ApprovalPolicy = {
	name: "Default",
	default: true,
	stages: [],
};

const used = (
	policies: ApprovalPolicy[],
	wanted: Partial<RequestedAdvance> = {},
) => requireApprovalPolicy(policies, requestedAdvance(wanted)).name;

const tagged = (value: unknown) => ({ tags: { "cost-centre": { value } } });

describe("3.2, contract 2: which approval policy applies", () => {
	it.each<[ApprovalCondition, Partial<RequestedAdvance>, boolean]>([
		[{ minAmount: 1000 }, {}, true],
		[{ minAmount: 1000.01 }, {}, false],
		[{ maxAmount: 1000 }, {}, true],
		[{ maxAmount: 999.99 }, {}, false],
		[{ vendorIds: ["v-2", "v-1"] }, {}, true],
		[{ vendorIds: ["v-2"] }, {}, false],
		[{ vendorIds: [] }, {}, false],
		[{ purchaseOrder: "LINKED" }, { purchaseOrderLinkId: "po-1" }, true],
		[{ purchaseOrder: "LINKED" }, {}, false],
		[{ purchaseOrder: "UNLINKED" }, {}, true],
		[{ purchaseOrder: "UNLINKED" }, { purchaseOrderLinkId: "po-1" }, false],
		[{ tags: { "cost-centre": [7, 8] } }, tagged(8), true],
		[{ tags: { "cost-centre": [7] } }, tagged(8), false],
		[{ tags: { "cost-centre": [7] } }, {}, false],
		[{ tags: { "cost-centre": [7] } }, tagged("7"), false],
		[{ tags: { "cost-centre": ["R&D"] } }, tagged("R&D"), true],
		[{ tags: { "cost-centre": [7], project: ["X"] } }, tagged(7), false],
		[{ tags: {} }, {}, true],
		[{ minAmount: 1, vendorIds: ["v-2"] }, {}, false],
		[{}, {}, true],
	])("condition %j for %j holds: %s", (when, wanted, holds) => {
		const expected = holds ? "Rule" : "Default";
		expect(used([policy("Rule", when), fallback], wanted)).toBe(expected);
	});

	it("the first that holds is used, in the organization's order", () => {
		const policies = [
			policy("Far", { minAmount: 5000 }),
			policy("First", { minAmount: 10 }),
			policy("Second", { minAmount: 1 }),
			fallback,
		];
		expect(used(policies)).toBe("First");
	});

	it("a policy without conditions holds always", () => {
		expect(used([policy("Any"), fallback])).toBe("Any");
	});

	it("the default waits for the rules, wherever it stands", () => {
		const rule = policy("Rule", { minAmount: 10 });
		expect(used([fallback, rule])).toBe("Rule");
		expect(used([fallback, policy("Far", { minAmount: 5000 })])).toBe(
			"Default",
		);
	});

	it("a default with conditions is a rule as well", () => {
		const both = { ...fallback, when: { minAmount: 10 } };
		expect(used([both, policy("Rule", { minAmount: 10 })])).toBe("Default");
		expect(used([both], { amount: toDecimal(9) })).toBe("Default");
	});

	it("advances: none holds and none is the default", () => {
		expect(() => used([policy("Far", { minAmount: 5000 })])).toThrow(
			expect.objectContaining({
				status: 400,
				code: "VALIDATION_ERROR",
				message:
					"No approval policy applies: the organization needs a default one, or one whose conditions the advance meets",
			}),
		);
	});

	it("conditions on what every object inherits are conditions like others", () => {
		const when = JSON.parse('{"tags":{"__proto__":[7]}}');
		expect(used([policy("Rule", when), fallback])).toBe("Default");
		const tags = JSON.parse('{"__proto__":{"value":7}}');
		expect(used([policy("Rule", when), fallback], { tags })).toBe("Rule");
	});

	it("agrees with a naive model of random policies and advances", () => {
		const maybe = <Value>(values: fc.Arbitrary<Value>) =>
			fc.option(values, { nil: undefined });
		const tenths = fc.integer({ min: 1, max: 30 });
		const vendors = fc.constantFrom("v-1", "v-2", "v-3");
		const slugs = fc.constantFrom("a", "b");
		const values = fc.constantFrom<string | number>(1, 2, "x");
		const conditions = fc.record({
			min: maybe(tenths),
			max: maybe(tenths),
			vendorIds: maybe(fc.uniqueArray(vendors, { maxLength: 2 })),
			tags: maybe(fc.dictionary(slugs, fc.array(values), { maxKeys: 2 })),
			purchaseOrder: maybe(fc.constantFrom("LINKED", "UNLINKED")),
		});
		const policies = fc.array(
			fc.record({ isDefault: fc.boolean(), when: maybe(conditions) }),
			{ maxLength: 5 },
		);
		const advances = fc.record({
			amount: tenths,
			vendorId: vendors,
			isLinked: fc.boolean(),
			tags: fc.dictionary(slugs, fc.record({ value: values })),
		});

		fc.assert(
			fc.property(policies, advances, (drawn, advance) => {
				// If several policies are defaults, only the first counts; an organization file has at most one.
				const only = drawn.findIndex(({ isDefault }) => isDefault);
				const matches = drawn.map(({ when }, index) => {
					const fails: boolean[] = [
						advance.amount < (when?.min ?? 0),
						advance.amount > (when?.max ?? 99),
						when?.vendorIds?.includes(advance.vendorId) === false,
						when?.purchaseOrder === "LINKED" && !advance.isLinked,
						when?.purchaseOrder === "UNLINKED" && advance.isLinked,
					];
					for (const [slug, wanted] of Object.entries(when?.tags ?? {})) {
						const own = advance.tags[slug];
						fails.push(!own || !wanted.includes(own.value));
					}
					const isUnconditional = Object.values(when ?? {}).every(
						(condition) => condition === undefined,
					);
					if (index === only && isUnconditional) return false;
					return !fails.includes(true);
				});
				const first = matches.indexOf(true);
				const expected = first >= 0 ? first : only;

				const act = () =>
					used(
						drawn.map(({ when }, index) => ({
							name: `${index}`,
							stages: [],
							...(index === only && { default: true }),
							...(when && { when: toCondition(when) }),
						})),
						{
							amount: toDecimal(advance.amount).div(10),
							vendorId: advance.vendorId,
							purchaseOrderLinkId: advance.isLinked ? "po-1" : null,
							tags: advance.tags,
						},
					);
				if (expected < 0)
					expect(act).toThrow(
						"No approval policy applies: the organization needs a default one, or one whose conditions the advance meets",
					);
				else expect(act()).toBe(`${expected}`);
			}),
			{ seed: propertySeed, numRuns: 1000 },
		);
	});
});

/** As an organization file would have it: amounts in whole units, absent conditions absent. */
function toCondition({
	min,
	max,
	...others
}: {
	min: number | undefined;
	max: number | undefined;
}): ApprovalCondition {
	const condition = {
		minAmount: min && min / 10,
		maxAmount: max && max / 10,
		...others,
	};
	return JSON.parse(JSON.stringify(condition));
}
