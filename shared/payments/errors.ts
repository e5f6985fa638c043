import { ApiError } from "../errors/api-error.ts";

export const paymentNotFound = () =>
	new ApiError(
		404,
		"PAYMENT_NOT_FOUND",
		"Payment not found: GET /v1.0/invoice/{id}/payments lists the payments of the invoice",
	);
