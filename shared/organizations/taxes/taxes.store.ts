import type { Key } from "../../dynamodb/keys.ts";
import type { Item } from "../../dynamodb/reads/batch-get.ts";
import {
	fromStoredInteger,
	fromStoredNumber,
	type StoredNumber,
	toStoredInteger,
	toStoredNumber,
} from "../../dynamodb/stored-values.ts";
import type { RateType, TaxConfiguration } from "./tax.ts";

/** The item of a tax. Its key says whether it is GST or TDS. */
export interface TaxItem extends Key {
	id: StoredNumber;
	name: string;
	rate: StoredNumber;
	rateType: RateType;
}

/** @param key `gstTaxKey` or `tdsTaxKey` of the tax. */
export function toTaxItem(key: Key, tax: TaxConfiguration): TaxItem {
	const { id, name, rate, rateType } = tax;
	return {
		...key,
		id: toStoredInteger(id),
		name,
		rate: toStoredNumber(rate),
		rateType,
	};
}

export function toTax(item: Item): TaxConfiguration {
	// Unchecked cast: items under a tax's key have this shape.
	const { id, name, rate, rateType } = item as TaxItem & Item;
	return {
		id: fromStoredInteger(id),
		name,
		rate: fromStoredNumber(rate),
		rateType,
	};
}
