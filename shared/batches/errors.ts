import { ApiError } from "../errors/api-error.ts";

export const batchNotFound = () =>
	new ApiError(
		404,
		"BATCH_NOT_FOUND",
		"Batch not found: GET /v1.0/payment/mark-as-paid lists the batches of the last 90 days",
	);
