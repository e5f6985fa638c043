import { describe, expect, it } from "vitest";
import { findActivationGaps } from "../../../../shared/purchase-orders/checks/activation.ts";
import {
	activatable,
	lineItem,
	order,
} from "../../../functions/purchase-order/orders.ts";

/** Spec 3.1, in its order. */
const requirements = [
	"vendorId",
	"description",
	"paymentTerms",
	"quantity",
	"rate",
] as const;

const subsets = Array.from({ length: 2 ** requirements.length }, (_, bits) =>
	requirements.filter((_, index) => bits & (1 << index)),
);

describe("3.1: activation requirements", () => {
	it.each(subsets.map((missing) => [missing.join(", ") || "nothing", missing]))(
		"%s missing",
		(_, missing) => {
			const has = (field: (typeof requirements)[number]) =>
				!missing.includes(field);
			const gaps = findActivationGaps({
				...(has("vendorId") && { vendorId: "v-1" }),
				...(has("description") && { description: "Steel" }),
				...(has("paymentTerms") && { paymentTerms: "Net 30" }),
				lineItems: [
					lineItem({ identifier: "complete" }),
					lineItem({
						identifier: "bolts",
						quantity: has("quantity") ? 1 : 0,
						rate: has("rate") ? 1 : 0,
					}),
				],
			});
			const po = missing.filter((field) => requirements.indexOf(field) < 3);
			const bolts = missing.filter((field) => requirements.indexOf(field) >= 3);
			if (missing.length === 0) expect(gaps).toBeNull();
			else
				expect(gaps).toEqual({
					po,
					lineItems: bolts.length > 0 ? { bolts } : {},
				});
		},
	);

	it.each([
		[0, true],
		[-0, true],
		[-1, true],
		[1e-20, false],
		[1, false],
	])("a quantity or rate of %s is missing: %s", (figure, isMissing) => {
		for (const field of ["quantity", "rate"] as const) {
			const lineItems = [lineItem({ [field]: figure })];
			expect(findActivationGaps(order({ ...activatable, lineItems }))).toEqual(
				isMissing ? { po: [], lineItems: { "line-1": [field] } } : null,
			);
		}
	});

	it("purchase orders: line items of one identifier share an entry", () => {
		const lineItems = [
			lineItem({ identifier: "a", rate: 0 }),
			lineItem({ identifier: "b", rate: 0 }),
			lineItem({ identifier: "a", quantity: 0 }),
			lineItem({ identifier: "a", rate: 0 }),
			lineItem({ identifier: "a" }),
		];
		expect(
			findActivationGaps(order({ ...activatable, lineItems }))?.lineItems,
		).toEqual({ a: ["quantity", "rate"], b: ["rate"] });
	});

	it.each(["__proto__", "constructor", "toString", "0"])(
		"purchase orders: the identifier %s works as a key",
		(identifier) => {
			const lineItems = [lineItem({ identifier, rate: 0 })];
			const gaps = findActivationGaps(order({ ...activatable, lineItems }));
			expect(JSON.stringify(gaps?.lineItems)).toBe(
				`{"${identifier}":["rate"]}`,
			);
		},
	);
});
