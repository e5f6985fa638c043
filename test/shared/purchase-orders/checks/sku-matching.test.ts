import { describe, expect, it } from "vitest";
import { requireWarningsThatFit } from "../../../../shared/purchase-orders/checks/order-warnings.ts";
import {
	requireSkus,
	skuReferences,
} from "../../../../shared/purchase-orders/checks/sku-matching.ts";
import type { LineItem } from "../../../../shared/purchase-orders/schema.ts";
import { shorten } from "../../../../shared/text/shorten.ts";
import { lineItem, order } from "../../../functions/purchase-order/orders.ts";

const known = {
	codes: new Set(["rod-1", "i̇"]),
	names: new Set(["steel rod", "straße"]),
};

const codes = {
	"no code": {},
	"an empty code": { skuCode: "" },
	"the code": { skuCode: "rod-1" },
	"the code in another case": { skuCode: "ROD-1" },
	"an unknown code": { skuCode: "ROD-2" },
	"a code with a space": { skuCode: "ROD-1 " },
	"a code that is a name": { skuCode: "Steel rod" },
};
const names = {
	"no name": {},
	"an empty name": { skuName: "" },
	"the name": { skuName: "steel rod" },
	"the name in another case": { skuName: "STEEL Rod" },
	"an unknown name": { skuName: "Steel rods" },
	"a name that is a code": { skuName: "ROD-1" },
};

const isAbsent = (kind: string) => /^no |empty/.test(kind);
const isKnownKind = (kind: string) => /^the /.test(kind);

/** 2.5, rules 2 and 3, in words. */
function expectedOf(codeKind: string, nameKind: string) {
	const deciding = isAbsent(codeKind) ? nameKind : codeKind;
	if (isAbsent(deciding)) return "not given";
	return isKnownKind(deciding) ? "matched" : "unmatched";
}

const cases = Object.entries(codes).flatMap(([codeKind, code]) =>
	Object.entries(names).map(([nameKind, name]) => ({
		codeKind,
		nameKind,
		line: lineItem({ ...code, ...name, identifier: "bolts" }),
		expected: expectedOf(codeKind, nameKind),
	})),
);

const requireFor = (
	matchingType: "TWO_WAY" | "THREE_WAY",
	...lineItems: ReturnType<typeof lineItem>[]
) => requireSkus(order({ matchingType, lineItems }), known);

describe("2.5: matching by skuCode or skuName", () => {
	for (const { codeKind, nameKind, line, expected } of cases) {
		it(`4.2 rule 1: THREE_WAY with ${codeKind} and ${nameKind} is ${expected}`, () => {
			const act = () => requireFor("THREE_WAY", line);
			if (expected === "matched") expect(act()).toEqual([]);
			else
				expect(act).toThrow(
					expect.objectContaining({
						status: 400,
						code: expected === "unmatched" ? "SKU_NOT_FOUND" : "SKU_REQUIRED",
						message: expect.stringContaining("'bolts'"),
					}),
				);
		});

		it(`2.7: TWO_WAY with ${codeKind} and ${nameKind} ${expected === "unmatched" ? "warns" : "does not warn"}`, () => {
			const warnings = requireFor("TWO_WAY", line);
			if (expected !== "unmatched") expect(warnings).toEqual([]);
			else
				expect(warnings).toEqual([
					{
						lineItemIdentifier: "bolts",
						...(line.skuCode && { skuCode: line.skuCode }),
						...(line.skuName && { skuName: line.skuName }),
						message: expect.any(String),
					},
				]);
		});
	}

	it("2.7: says which text matched nothing", () => {
		expect(
			requireFor(
				"TWO_WAY",
				lineItem({ skuCode: "X", skuName: "Steel rod" }),
				lineItem({ skuName: "Y" }),
			).map(({ message }) => message),
		).toEqual(["no SKU has the item code 'X'", "no SKU has the name 'Y'"]);
	});

	it("2.7: warns in the order of the line items", () => {
		const lines = ["c", "a", "b"].map((identifier) =>
			lineItem({ identifier, skuCode: "X" }),
		);
		expect(
			requireFor("TWO_WAY", ...lines).map((w) => w.lineItemIdentifier),
		).toEqual(["c", "a", "b"]);
	});

	it("purchase orders: case is JavaScript's toLowerCase, with any locale", () => {
		expect(requireFor("THREE_WAY", lineItem({ skuCode: "İ" }))).toEqual([]);
		expect(requireFor("THREE_WAY", lineItem({ skuName: "STRAßE" }))).toEqual(
			[],
		);
		expect(() =>
			requireFor("THREE_WAY", lineItem({ skuName: "STRASSE" })),
		).toThrow();
	});

	it("2.5 rule 2: looks up only what decides", () => {
		expect(
			skuReferences([
				lineItem({ skuCode: "A", skuName: "a" }),
				lineItem({ skuCode: "", skuName: "b" }),
				lineItem({ skuName: "c" }),
				lineItem(),
			]),
		).toEqual([{ skuCode: "A" }, { skuName: "b" }, { skuName: "c" }]);
	});
});

describe("2.7: the warnings of an order fit its answer", () => {
	/** The order is to be active, and its lines match no SKU and have no rate. */
	function warningsOf(changes: Partial<LineItem>, count = 1) {
		const line = lineItem({ skuCode: "X", rate: 0, ...changes });
		const lineItems = Array.from({ length: count }, () => line);
		const body = order({ state: "ACTIVE", lineItems });
		return requireWarningsThatFit(body, requireSkus(body, known));
	}

	it.each([
		["as it was sent, if both warnings fit", 2_000_000, 2_000_000],
		["shortened, if they do not fit together", 3_000_000, 100],
	])("2.7: an identifier is shown %s", (_, length, shown) => {
		const identifier = "x".repeat(length);
		const { skuMatchWarnings, submitWarnings } = warningsOf({ identifier });
		const [unmatched] = skuMatchWarnings ?? [];
		const [incomplete] = Object.keys(submitWarnings?.lineItems ?? {});
		const texts = [unmatched?.lineItemIdentifier, incomplete];
		expect(texts.map((text) => text?.length)).toEqual([shown, shown]);
	});

	it("2.7: shortened warnings keep their properties, and each text its ends", () => {
		const identifier = "i".repeat(3_000_000);
		const line = { skuCode: "c".repeat(200), skuName: "n".repeat(200) };
		const skuCode = shorten(line.skuCode);
		const shown = shorten(identifier);
		expect(warningsOf({ ...line, identifier })).toEqual({
			skuMatchWarnings: [
				{
					lineItemIdentifier: shown,
					skuCode,
					skuName: shorten(line.skuName),
					message: `no SKU has the item code '${skuCode}'`,
				},
			],
			submitWarnings: {
				po: ["vendorId", "description", "paymentTerms"],
				lineItems: { [shown]: ["rate"] },
			},
		});
	});

	it("2.7: an order with more warnings than fit at all is refused", () => {
		const line = { identifier: "i".repeat(100), skuCode: "c".repeat(100) };
		expect(() => warningsOf(line, 20_000)).toThrow(
			expect.objectContaining({
				...{ status: 400, code: "VALIDATION_ERROR" },
				message:
					"Validation failed: /lineItems must NOT bring more skuMatchWarnings and submitWarnings than fit a response of 5 MB",
			}),
		);
	});
});
