import { describe, expect, it } from "vitest";
import { toDecimal } from "../../../../shared/money/decimal.ts";
import type { Tax } from "../../../../shared/organizations/taxes/tax.ts";
import {
	orderAmount,
	requireLineTaxes,
} from "../../../../shared/purchase-orders/checks/line-tax.ts";
import type { LineItem } from "../../../../shared/purchase-orders/schema.ts";
import { lineItem } from "../../../functions/purchase-order/orders.ts";

const taxes = new Map<number, Tax>([
	[1, { id: 1, rate: toDecimal(18), rateType: "PERCENTAGE" }],
	[2, { id: 2, rate: toDecimal(50), rateType: "ABSOLUTE" }],
	[3, { id: 3, rate: toDecimal(100), rateType: "PERCENTAGE" }],
]);

const taxOf = (line: Partial<LineItem>) =>
	requireLineTaxes([lineItem(line)], taxes)[0]?.tax?.toFixed() ?? null;

const amountOf = (...lines: Partial<LineItem>[]) =>
	orderAmount(requireLineTaxes(lines.map(lineItem), taxes)).toFixed();

describe("4.2 rule 2: the tax of a line item", () => {
	it.each<[string, Partial<LineItem>, string | null]>([
		["none without taxId and taxAmount", {}, null],
		["computed from taxId", { taxId: 1 }, "180"],
		["of an absolute tax, at any cost of the line", { taxId: 2 }, "50"],
		["the right figure, sent", { taxId: 1, taxAmount: 180 }, "180"],
		[
			"ours, when the figure sent rounds to it",
			{ taxId: 1, taxAmount: 180.004 },
			"180",
		],
		["as sent without taxId", { taxAmount: 1.005 }, "1.005"],
		[
			"of quantity x rate, exactly",
			{ quantity: 1, rate: 1.005, taxId: 3 },
			"1.01",
		],
		[
			"of quantity x rate, exactly",
			{ quantity: 3, rate: 1.45, taxId: 3 },
			"4.35",
		],
		[
			"of quantity x rate, exactly",
			{ quantity: 0.1, rate: 0.7, taxId: 3 },
			"0.07",
		],
		[
			// As binary numbers 0.145 x 3 is 0.43499999999999994.
			"of quantity x rate, exactly",
			{ quantity: 3, rate: 0.145, taxId: 3 },
			"0.44",
		],
		["0 on nothing", { quantity: 0, taxId: 1 }, "0"],
		["negative on what is returned", { quantity: -1, taxId: 1 }, "-18"],
	])("is %s", (_, line, expected) => {
		expect(taxOf(line)).toBe(expected);
	});

	it.each<[Partial<LineItem>, string]>([
		[{ taxId: 9 }, "Invalid tax id"],
		[{ taxId: 9, taxAmount: 180 }, "Invalid tax id"],
		[{ taxId: 0 }, "Invalid tax id"],
		[{ taxId: 1, taxAmount: 180.01 }, "Invalid trx tax amount"],
		[{ taxId: 1, taxAmount: 180.005 }, "Invalid trx tax amount"],
		[{ taxId: 1, taxAmount: -180 }, "Invalid trx tax amount"],
		[{ taxId: 1, taxAmount: 0 }, "Invalid trx tax amount"],
		[{ taxId: 2, taxAmount: 180 }, "Invalid trx tax amount"],
	])("%j is refused: %s", (line, message) => {
		expect(() => taxOf(line)).toThrow(
			expect.objectContaining({ status: 400, code: "INTERNAL_ERROR", message }),
		);
	});
});

describe("purchase orders: an order's amount", () => {
	it.each<[string, Partial<LineItem>[], string]>([
		["quantity x rate", [{}], "1000"],
		["plus the tax", [{ taxId: 1 }], "1180"],
		["plus a figure without taxId", [{ taxAmount: 0.5 }], "1000.5"],
		["of all line items", [{ taxId: 1 }, { taxId: 2 }, {}], "3230"],
		[
			"rounded once, at the end",
			[
				{ quantity: 1, rate: 0.004 },
				{ quantity: 1, rate: 0.001 },
			],
			"0.01",
		],
		["exact", [{ quantity: 3, rate: 0.1 }], "0.3"],
		["negative", [{ quantity: -1 }], "-100"],
	])("is %s", (_, lines, expected) => {
		expect(amountOf(...lines)).toBe(expected);
	});
});
