import { ApiError } from "../errors/api-error.ts";

export const paymentRunNotFound = () =>
	new ApiError(
		404,
		"RUN_NOT_FOUND",
		"Payment run not found: GET /v1.0/payment/run lists the payment runs",
	);
