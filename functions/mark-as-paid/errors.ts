import { ApiError, validationFailed } from "../../shared/errors/api-error.ts";

/** All payments of one invoice must fit one chunk, because they are decided together (`decisions.md`). */
export const invoiceTooLarge = (position: number) =>
	validationFailed(
		`/resources/${position}`,
		"must NOT bring the payments of one invoice to more than 300 KB: use several requests",
	);

/**
 * Spec 7.4. The message gives the id of a batch of this service: the response that returned it may have been lost. The
 * same payments under a new key would then be made twice.
 */
export function batchInProgress(bulkActionSlug: string | null) {
	const batch = bulkActionSlug
		? `The batch ${bulkActionSlug}`
		: "A batch of the web application";
	return new ApiError(
		409,
		"MAP_BATCH_IN_PROGRESS",
		`${batch} is in progress for the organization: wait until it has ended, then send what it did not pay under a new x-idempotency-key`,
	);
}
