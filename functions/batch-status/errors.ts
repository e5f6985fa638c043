import { ApiError, validationFailed } from "../../shared/http/api-error.ts";

/** Contract 3. */
export const invalidLimit = () =>
	validationFailed("/limit", "must be an integer from 1 to 1000");

export const invalidCursor = () =>
	validationFailed("/cursor", "must be a nextCursor from an earlier response");

export const batchNotFound = () =>
	new ApiError(
		404,
		"BATCH_NOT_FOUND",
		"Batch not found: GET /v1.0/payment/mark-as-paid lists the batches of the last 90 days",
	);
