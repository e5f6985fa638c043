import { ApiError } from "../errors/api-error.ts";

export const invoiceNotFound = () =>
	new ApiError(
		404,
		"INVOICE_NOT_FOUND",
		"Invoice not found: GET /v1.0/invoice lists the invoices",
	);
