import type { SkuOutcome } from "../../shared/store/skus/create-skus.ts";

/** Why a SKU is in `failed` (spec 2.3): what a person reads, and can act on. */
export const skuFailures = {
	REPEATED: (itemCode) =>
		`An earlier SKU of this request has the item code '${itemCode}'`,
	TAKEN: (itemCode) => `A SKU with the item code '${itemCode}' exists already`,
	OVERLOADED: () =>
		"The service is busy and did not create this SKU; it is safe to retry",
	UNKNOWN: () =>
		"It could not be found out whether this SKU was created; it is safe to retry",
	UNNAMED: () =>
		"This SKU was stored, but cannot be found by its name yet; it is safe to retry",
} as const satisfies Record<
	SkuFailure,
	(itemCode: string | undefined) => string
>;

export type SkuFailure = "REPEATED" | Exclude<SkuOutcome, "CREATED">;
