import { validationFailed } from "../../shared/errors/api-error.ts";

/** Contract 3 */
export const invalidLimit = () =>
	validationFailed("/limit", "must be an integer from 1 to 1000");

export const invalidCursor = () =>
	validationFailed("/cursor", "must be a nextCursor from an earlier response");
