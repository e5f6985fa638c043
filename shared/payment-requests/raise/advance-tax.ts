import { type Decimal, sum, toDecimalText, ZERO } from "../../money/decimal.ts";
import {
	computeTax,
	isSameFigure,
	type Tax,
} from "../../organizations/taxes/tax.ts";
import { taxMismatch, unknownTax } from "../errors.ts";
import type { AdvanceTax } from "../payment-request.ts";
import type { RequestedAdvance, SuppliedTax } from "./requested-advance.ts";

/**
 * Spec 4.3 rules 1 to 4: computes the supplied taxes. Throws when a tax is unknown or its supplied amount differs.
 *
 * @param configured The organization's taxes with the ids of the request.
 */
export function requireTaxes(
	{ amount, gst, tds }: RequestedAdvance,
	configured: { gst: Tax | undefined; tds: Tax | undefined },
): AdvanceTax {
	const gstAmount = gst && requireTax("gst", amount, gst, configured.gst);
	const tdsAmount = tds && requireTax("tds", amount, tds, configured.tds);
	// Spec 2.8 does not define how to compute it (`conventions.md`).
	const roundOff = ZERO;
	return {
		subTotal: amount,
		gstId: gst?.id ?? null,
		gstAmount,
		tdsId: tds?.id ?? null,
		tdsAmount,
		roundOff,
		netPayable: sum([amount, gstAmount ?? ZERO, roundOff]).minus(
			tdsAmount ?? ZERO,
		),
	};
}

/** Both taxes are computed on the pre-tax amount. */
function requireTax(
	kind: "gst" | "tds",
	base: Decimal,
	supplied: SuppliedTax,
	tax: Tax | undefined,
): Decimal {
	if (!tax) throw unknownTax(`${kind}Id`, supplied.id);
	const computed = computeTax(base, tax);
	if (!isSameFigure(supplied.amount, computed)) {
		throw taxMismatch(`${kind}Amount`, {
			computed: toDecimalText(computed),
			supplied: toDecimalText(supplied.amount),
		});
	}
	return computed;
}
