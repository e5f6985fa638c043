import { ApiError } from "../../shared/errors/api-error.ts";

/** A9: the same for each fault of a link, so that no one learns what exists. */
export const linkInvalid = () =>
	new ApiError(
		404,
		"APPROVAL_LINK_INVALID",
		"The link is not valid, or not any more: open the latest mail about the payment request, or ask an ADMIN to ask you again",
	);

/**
 * Nothing was changed.
 *
 * @param cause The error of the call to KMS.
 */
export const linkNotVerified = (cause: unknown) =>
	new ApiError(
		503,
		"SERVICE_UNAVAILABLE",
		"The link cannot be verified now, and nothing was changed: try again in a minute",
		{ cause },
	);
