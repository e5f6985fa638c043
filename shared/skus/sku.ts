import type { FromSchema } from "json-schema-to-ts";
import { type Actor, toWho } from "../actors/actor.ts";
import type { Decimal } from "../money/decimal.ts";

/** How a line item refers to a SKU (spec 2.5). */
export type SkuReference = { skuCode: string } | { skuName: string };

/** A SKU as a request and an organization file describe it (spec 2.1). Codes are compared without case. */
export const describedSku = {
	type: "object",
	required: ["name"],
	properties: {
		name: { type: "string", minLength: 1, maxLength: 128 },
		itemCode: { type: "string", minLength: 1, maxLength: 256 },
		unit: { type: "string", maxLength: 32 },
		rate: { type: "number" },
		hsnSac: { type: "string", maxLength: 16 },
	},
} as const;

type Described = Required<FromSchema<typeof describedSku>>;
type Property = keyof (typeof describedSku)["properties"];
type Optional = Exclude<Property, "name">;

/** Spec 2.2; absent values are null. `Rate` is the rate's representation. */
export type SkuDetails<Rate> = {
	[P in Optional]: (P extends "rate" ? Rate : Described[P]) | null;
} & { name: string };

export interface Sku extends SkuDetails<Decimal> {
	/** RFC 3339 */
	createdAt: string;
	/** null for an organization file. */
	createdBy: Actor | null;
}

/** Takes the details of a SKU from anything that has them: a request, a file's entry, an item, a SKU. */
export function toSkuDetails<From, Rate>(
	{
		name,
		itemCode,
		unit,
		rate,
		hsnSac,
	}: Partial<SkuDetails<From>> & { name: string },
	toRate: (rate: From) => Rate,
): SkuDetails<Rate> {
	return {
		name,
		itemCode: itemCode ?? null,
		unit: unit ?? null,
		rate: rate === undefined || rate === null ? null : toRate(rate),
		hsnSac: hsnSac ?? null,
	};
}

/** R3 */
export const toSkuRecord = (sku: Sku) => ({
	...toSkuDetails(sku, (rate) => rate),
	createdAt: sku.createdAt,
	createdBy: toWho(sku.createdBy),
});
