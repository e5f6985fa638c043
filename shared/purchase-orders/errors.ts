import { ApiError, validationFailed } from "../errors/api-error.ts";
import { gstinRule } from "../text/gstin.ts";
import { shorten } from "../text/shorten.ts";

// The errors of spec 7.2, in the table's order; also for patches (R2). Failures without a code of their own are
// `VALIDATION_ERROR`.

export const missingRequiredField = (pointer: string) =>
	new ApiError(
		400,
		"MISSING_REQUIRED_FIELD",
		`Validation failed: ${pointer} is required`,
	);

export const invalidProcurementType = () =>
	invalid("INVALID_PROCUREMENT_TYPE", "/poType must be GOODS or SERVICES");

export const invalidMatchingType = () =>
	invalid(
		"INVALID_MATCHING_TYPE",
		"/matchingType must be TWO_WAY or THREE_WAY",
	);

export const invalidDate = () =>
	invalid("INVALID_DATE", "/poDate must be a date, YYYY-MM-DD");

export const invalidExpectedDeliveryDate = () =>
	invalid(
		"INVALID_EXPECTED_DELIVERY_DATE",
		"/deliveryDate must be a date, YYYY-MM-DD",
	);

export const skuRequired = (lineItemIdentifier: string) =>
	new ApiError(
		400,
		"SKU_REQUIRED",
		`Line item '${shorten(lineItemIdentifier)}' needs a skuCode or skuName: matchingType is THREE_WAY`,
	);

export const skuNotFound = (lineItemIdentifier: string, reason: string) =>
	new ApiError(
		400,
		"SKU_NOT_FOUND",
		`Line item '${shorten(lineItemIdentifier)}': ${reason}; GET /v1.0/inventory/skus lists the SKUs`,
	);

// Spec 7.2: both are errors of the caller, despite the code.
export const invalidTaxId = () =>
	new ApiError(400, "INTERNAL_ERROR", "Invalid tax id");

export const invalidTaxAmount = () =>
	new ApiError(400, "INTERNAL_ERROR", "Invalid trx tax amount");

export const invalidCurrency = () =>
	invalid("INVALID_CURRENCY", "/currency must be INR");

export const invalidGstin = () =>
	invalid("INVALID_GSTIN", `/gstin ${gstinRule}`);

export const invalidState = () =>
	invalid("INVALID_STATE", "/state must be DRAFTED or ACTIVE");

export const purchaseOrderNotFound = () =>
	new ApiError(
		404,
		"PURCHASE_ORDER_NOT_FOUND",
		"Purchase order not found: GET /v1.0/procurement/purchase-order lists the purchase orders",
	);

export const purchaseOrderTooLarge = () =>
	validationFailed(
		"",
		"is too large to be stored: compressed, a purchase order must fit 399 KB",
	);

/** The response lists every unmatched or incomplete line item, and Lambda limits it to 6 MB. */
export const tooManyWarnings = () =>
	validationFailed(
		"/lineItems",
		"must NOT bring more skuMatchWarnings and submitWarnings than fit a response of 5 MB",
	);

export const purchaseOrderRecordTooLarge = () =>
	validationFailed(
		"",
		"is too large to be shown: as a record, a purchase order must fit a response of 5 MB",
	);

/** Records R10: an order has the `externalId`, and the request that created it was another one. */
export const purchaseOrderExists = (poId: string) =>
	new ApiError(
		409,
		"PURCHASE_ORDER_EXISTS",
		`The purchase order ${poId} has this externalId and was created by another request: change that order, or choose another externalId`,
		{ ids: { poId } },
	);

export const procurementCreationFailed = (cause: unknown) =>
	new ApiError(
		500,
		"PROCUREMENT_CREATION_FAILED",
		"The purchase order could not be created, or it is not known whether it was: with an externalId, send the same request again; without one, look for the order by its poNumber first",
		{ cause },
	);

const invalid = (code: string, reason: string) =>
	new ApiError(400, code, `Validation failed: ${reason}`);
