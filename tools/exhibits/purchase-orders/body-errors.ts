/** The errors of an order's body (spec 7.2). `INTERNAL_ERROR` is "Invalid tax id" or "Invalid trx tax amount". */
export const bodyErrors = [
	"MISSING_REQUIRED_FIELD",
	"INVALID_PROCUREMENT_TYPE",
	"INVALID_MATCHING_TYPE",
	"INVALID_DATE",
	"INVALID_EXPECTED_DELIVERY_DATE",
	"SKU_REQUIRED",
	"SKU_NOT_FOUND",
	"INTERNAL_ERROR",
	"INVALID_CURRENCY",
	"INVALID_GSTIN",
	"INVALID_STATE",
	"VALIDATION_ERROR",
] as const;
