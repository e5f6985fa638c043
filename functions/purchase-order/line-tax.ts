import { type Money, toMoney } from "../../shared/domain/money.ts";
import { computeTax, isSameFigure, type Tax } from "../../shared/domain/tax.ts";
import { invalidTaxAmount, invalidTaxId } from "./errors.ts";
import type { LineItem } from "./schema.ts";

/** A line item and its tax; null: it has none. */
export interface TaxedLineItem {
	lineItem: LineItem;
	tax: Money | null;
}

/** Spec 4.2 rule 2, for each line item in turn. */
export function requireLineTaxes(
	lineItems: readonly LineItem[],
	taxes: ReadonlyMap<number, Tax>,
): TaxedLineItem[] {
	return lineItems.map((lineItem) => ({
		lineItem,
		tax: requireLineTax(lineItem, taxes),
	}));
}

/** A tax that is named is computed, and a figure sent with it must be that one; a figure alone stands as sent. */
function requireLineTax(
	{ taxId, taxAmount, quantity, rate }: LineItem,
	taxes: ReadonlyMap<number, Tax>,
): Money | null {
	const supplied = taxAmount === undefined ? null : toMoney(taxAmount);
	if (taxId === undefined) return supplied;

	const tax = taxes.get(taxId);
	if (!tax) throw invalidTaxId();
	const computed = computeTax(lineBase({ quantity, rate }), tax);
	if (supplied && !isSameFigure(supplied, computed)) throw invalidTaxAmount();
	return computed;
}

/** Quantity x rate: what a line item costs without tax, and what its tax is computed on (spec 2.5). */
export function lineBase({
	quantity,
	rate,
}: Pick<LineItem, "quantity" | "rate">): Money {
	return toMoney(quantity).times(toMoney(rate));
}
