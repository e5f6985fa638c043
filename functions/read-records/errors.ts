import { ApiError } from "../../shared/http/api-error.ts";

/** The 404 of each kind of record (records R2 to R7). */
export const purchaseOrderNotFound = () =>
	new ApiError(404, "PURCHASE_ORDER_NOT_FOUND", "Purchase order not found");

export const vendorNotFound = () =>
	new ApiError(404, "VENDOR_NOT_FOUND", "Vendor not found");

export const invoiceNotFound = () =>
	new ApiError(404, "INVOICE_NOT_FOUND", "Invoice not found");

export const paymentRequestNotFound = () =>
	new ApiError(404, "PAYMENT_REQUEST_NOT_FOUND", "Payment request not found");

/** Possible for some seconds after the organization was deleted, while its caller is cached. */
export const organizationNotFound = () =>
	new ApiError(404, "ORGANIZATION_NOT_FOUND", "Organization not found");

export const tagNotFound = () =>
	new ApiError(404, "TAG_NOT_FOUND", "Tag not found");
