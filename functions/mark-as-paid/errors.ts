import { ApiError, validationFailed } from "../../shared/http/api-error.ts";

/** `decisions.md`: all payments of one invoice are decided together, and must fit a chunk. */
export const invoiceTooLarge = (position: number) =>
	validationFailed(
		`/resources/${position}`,
		"must NOT bring the payments of one invoice to more than 300 KB",
	);

/** Spec 7.4. A batch of ours is named: the answer that named it may have been lost. */
export const batchInProgress = (bulkActionSlug: string | null) =>
	new ApiError(
		409,
		"MAP_BATCH_IN_PROGRESS",
		bulkActionSlug
			? `The batch ${bulkActionSlug} is in progress for the organization`
			: "A batch of the web application is in progress for the organization",
	);
