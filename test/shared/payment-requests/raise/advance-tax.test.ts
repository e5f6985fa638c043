import { describe, expect, it } from "vitest";
import { toDecimal, toDecimalText } from "../../../../shared/money/decimal.ts";
import type { Tax } from "../../../../shared/organizations/taxes/tax.ts";
import { requireTaxes } from "../../../../shared/payment-requests/raise/advance-tax.ts";
import { requestedAdvance } from "./requested.ts";

const gst: Tax = { id: 1, rate: toDecimal(18), rateType: "PERCENTAGE" };
const tds: Tax = { id: 2, rate: toDecimal(10), rateType: "PERCENTAGE" };
const fixed: Tax = { id: 3, rate: toDecimal(50.005), rateType: "ABSOLUTE" };

const supplied = (id: number, amount: number) => ({
	id,
	amount: toDecimal(amount),
});

describe("2.8: taxes and net payable", () => {
	it("4.3 rule 2: taxes that are omitted contribute 0", () => {
		const tax = requireTaxes(requestedAdvance({ amount: toDecimal(100.1) }), {
			gst: undefined,
			tds: undefined,
		});
		expect(tax).toMatchObject({
			gstId: null,
			gstAmount: null,
			tdsId: null,
			tdsAmount: null,
		});
		expect(toDecimalText(tax.subTotal)).toBe("100.1");
		expect(toDecimalText(tax.netPayable)).toBe("100.1");
		expect(toDecimalText(tax.roundOff)).toBe("0");
	});

	it("2.8: net payable = amount + GST - TDS, exactly", () => {
		const advance = requestedAdvance({
			amount: toDecimal(0.3),
			gst: supplied(1, 0.05),
			tds: supplied(2, 0.03),
		});
		const tax = requireTaxes(advance, { gst, tds });
		expect(toDecimalText(tax.netPayable)).toBe("0.32");
	});

	it("2.9: an ABSOLUTE tax is its rate, with any amount", () => {
		const advance = requestedAdvance({ gst: supplied(3, 50.01) });
		const tax = requireTaxes(advance, { gst: fixed, tds: undefined });
		expect(toDecimalText(tax.netPayable)).toBe("1050.01");
	});

	it("advances: a figure that rounds to the computed one is accepted, and the computed one is stored", () => {
		const advance = requestedAdvance({ gst: supplied(1, 180.00000000000003) });
		const tax = requireTaxes(advance, { gst, tds: undefined });
		expect(tax.gstAmount && toDecimalText(tax.gstAmount)).toBe("180");
	});

	it.each([
		[
			"gstAmount",
			{ gst: supplied(1, 179.99) },
			"gstAmount does not match: computed 180, supplied 179.99",
		],
		[
			"tdsAmount",
			{ tds: supplied(2, 1e-7) },
			"tdsAmount does not match: computed 100, supplied 0.0000001",
		],
	])(
		"4.3 rule 4: a wrong %s is reported with both figures",
		(_, wanted, message) => {
			expect(() =>
				requireTaxes(requestedAdvance(wanted), { gst, tds }),
			).toThrow(
				expect.objectContaining({
					status: 400,
					code: "VALIDATION_ERROR",
					message,
				}),
			);
		},
	);

	it.each([
		[
			"gstId",
			{ gst: supplied(9, 180) },
			"gstId 9 is not a tax of the organization: GET /v1.0/tax/gst lists them",
		],
		[
			"tdsId",
			{ tds: supplied(9, 100) },
			"tdsId 9 is not a tax of the organization: GET /v1.0/tax/tds lists them",
		],
	])("7.3 VALIDATION_ERROR 3: an unknown %s", (_, wanted, message) => {
		expect(() =>
			requireTaxes(requestedAdvance(wanted), {
				gst: undefined,
				tds: undefined,
			}),
		).toThrow(
			expect.objectContaining({
				status: 400,
				code: "VALIDATION_ERROR",
				message,
			}),
		);
	});

	it("2.8: the largest and the finest figures add up to the last digit", () => {
		const advance = requestedAdvance({
			amount: toDecimal(0.00000000000000000001),
			gst: supplied(3, 999_999_999_999_999),
		});
		const huge = { ...fixed, rate: toDecimal(999_999_999_999_999) };
		const tax = requireTaxes(advance, { gst: huge, tds: undefined });
		expect(toDecimalText(tax.netPayable)).toBe(
			"999999999999999.00000000000000000001",
		);
	});
});
