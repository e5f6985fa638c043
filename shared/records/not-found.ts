import { ApiError } from "../errors/api-error.ts";

// The 404 of each kind of record (spec 7.2, records R2 to R7, contract 3). The message names the list in which to look.

export const purchaseOrderNotFound = () =>
	new ApiError(
		404,
		"PURCHASE_ORDER_NOT_FOUND",
		"Purchase order not found: GET /v1.0/procurement/purchase-order lists the purchase orders",
	);

export const vendorNotFound = () =>
	new ApiError(
		404,
		"VENDOR_NOT_FOUND",
		"Vendor not found: GET /v1.0/vendor lists the vendors",
	);

export const invoiceNotFound = () =>
	new ApiError(
		404,
		"INVOICE_NOT_FOUND",
		"Invoice not found: GET /v1.0/invoice lists the invoices",
	);

export const paymentNotFound = () =>
	new ApiError(
		404,
		"PAYMENT_NOT_FOUND",
		"Payment not found: GET /v1.0/invoice/{id}/payments lists the payments of the invoice",
	);

export const paymentRequestNotFound = () =>
	new ApiError(
		404,
		"PAYMENT_REQUEST_NOT_FOUND",
		"Payment request not found: GET /v1.0/payment/request lists the payment requests",
	);

/** Possible for some seconds after the organization was deleted, while its caller is cached. */
export const organizationNotFound = () =>
	new ApiError(
		404,
		"ORGANIZATION_NOT_FOUND",
		"Organization not found: it has been removed, ask its operator",
	);

export const tagNotFound = () =>
	new ApiError(
		404,
		"TAG_NOT_FOUND",
		"Tag not found: GET /v1.0/tag lists the tags",
	);

export const batchNotFound = () =>
	new ApiError(
		404,
		"BATCH_NOT_FOUND",
		"Batch not found: GET /v1.0/payment/mark-as-paid lists the batches of the last 90 days",
	);
