import type { SkuOutcome } from "../../shared/skus/create-skus.store.ts";

/** The messages for SKUs in `failed` (spec 2.3): why, and what the caller can do. */
export const skuFailures = {
	REPEATED: (itemCode) =>
		`An earlier SKU of this request has the item code '${itemCode}': an item code exists once`,
	TAKEN: (itemCode) =>
		`A SKU with the item code '${itemCode}' exists already: use it, or choose another code`,
	OVERLOADED: () =>
		"The service is busy and did not create this SKU; it is safe to retry",
	UNKNOWN: (itemCode) =>
		`The service could not determine whether this SKU was created; ${retryAdvice(itemCode)}`,
	UNNAMED: (itemCode) =>
		`This SKU was stored, but cannot be found by its name yet; ${retryAdvice(itemCode)}`,
} as const satisfies Record<
	SkuFailure,
	(itemCode: string | undefined) => string
>;

export type SkuFailure = "REPEATED" | Exclude<SkuOutcome, "CREATED">;

/** Without an item code, a SKU that is sent again cannot be recognised (`skus.md`). */
const retryAdvice = (itemCode: string | undefined) =>
	itemCode === undefined
		? "without an item code, a retry may create it twice"
		: "it is safe to retry";
