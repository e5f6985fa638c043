import {
	type Decimal,
	roundToCents,
	sum,
	toDecimal,
	ZERO,
} from "../../money/decimal.ts";
import {
	computeTax,
	isSameFigure,
	type Tax,
} from "../../organizations/taxes/tax.ts";
import { invalidTaxAmount, invalidTaxId } from "../errors.ts";
import type { LineItem } from "../schema.ts";

/** A line item and its tax; null when it has none. */
export interface TaxedLineItem {
	lineItem: LineItem;
	tax: Decimal | null;
}

/** Spec 4.2 rule 2 for each line item, in order. */
export function requireLineTaxes(
	lineItems: readonly LineItem[],
	taxes: ReadonlyMap<number, Tax>,
): TaxedLineItem[] {
	return lineItems.map((lineItem) => ({
		lineItem,
		tax: requireLineTax(lineItem, taxes),
	}));
}

/**
 * The upper limit of an advance on the order: the sum of quantity x rate + tax over all line items, to 2 places
 * (`conventions.md`).
 */
export function orderAmount(lines: readonly TaxedLineItem[]): Decimal {
	return roundToCents(
		sum(lines.map(({ lineItem, tax }) => lineBase(lineItem).plus(tax ?? ZERO))),
	);
}

/**
 * With a `taxId`, the tax is computed and a supplied amount must equal it. Without one, the supplied amount is used.
 */
function requireLineTax(
	{ taxId, taxAmount, quantity, rate }: LineItem,
	taxes: ReadonlyMap<number, Tax>,
): Decimal | null {
	const supplied = taxAmount === undefined ? null : toDecimal(taxAmount);
	if (taxId === undefined) return supplied;

	const tax = taxes.get(taxId);
	if (!tax) throw invalidTaxId();
	const computed = computeTax(lineBase({ quantity, rate }), tax);
	if (supplied && !isSameFigure(supplied, computed)) throw invalidTaxAmount();
	return computed;
}

/** Quantity x rate: the base of the tax (spec 2.5). */
function lineBase({
	quantity,
	rate,
}: Pick<LineItem, "quantity" | "rate">): Decimal {
	return toDecimal(quantity).times(toDecimal(rate));
}
