import { ApiError, validationFailed } from "../errors/api-error.ts";

export const batchNotFound = () =>
	new ApiError(
		404,
		"BATCH_NOT_FOUND",
		"Batch not found: GET /v1.0/payment/mark-as-paid lists the batches of the last 90 days",
	);

/** All payments of one invoice must fit one chunk, because they are decided together (`batches.md`). */
export const invoiceTooLarge = (position: number) =>
	validationFailed(
		`/resources/${position}`,
		"must NOT bring the payments of one invoice to more than 300 KB: use several requests",
	);

/**
 * Spec 7.4. The message gives the id of a batch of this service: the response that returned it may have been lost.
 *
 * @param advice What the caller can do once it has ended.
 */
export function batchInProgress(bulkActionSlug: string | null, advice: string) {
	const batch = bulkActionSlug
		? `The batch ${bulkActionSlug}`
		: "A batch of the web application";
	return new ApiError(
		409,
		"MAP_BATCH_IN_PROGRESS",
		`${batch} is in progress for the organization: wait until it has ended, then ${advice}`,
	);
}
