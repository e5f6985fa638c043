import {
	type Money,
	roundToCents,
	sum,
	ZERO,
} from "../../shared/domain/money.ts";
import { lineBase, type TaxedLineItem } from "./line-tax.ts";

/** What an advance on the order may not exceed: quantity x rate + tax of all line items, to 2 places (`decisions.md`, "Money"). */
export function orderAmount(lines: readonly TaxedLineItem[]): Money {
	return roundToCents(
		sum(lines.map(({ lineItem, tax }) => lineBase(lineItem).plus(tax ?? ZERO))),
	);
}
