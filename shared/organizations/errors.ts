import { ApiError } from "../errors/api-error.ts";

/** Possible for some seconds after the organization was deleted, while its caller is cached. */
export const organizationNotFound = () =>
	new ApiError(
		404,
		"ORGANIZATION_NOT_FOUND",
		"Organization not found: it has been removed, ask its operator",
	);

export const tagNotFound = () =>
	new ApiError(
		404,
		"TAG_NOT_FOUND",
		"Tag not found: GET /v1.0/tag lists the tags",
	);
