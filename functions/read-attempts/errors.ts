import { attemptKeptSeconds } from "../../shared/attempts/attempt.ts";
import { ApiError } from "../../shared/errors/api-error.ts";

/** R9 */
export const attemptNotFound = () =>
	new ApiError(
		404,
		"ATTEMPT_NOT_FOUND",
		`No request has claimed this x-idempotency-key within ${attemptKeptSeconds / 3_600} hours: if one sent since then was lost, send it again under this key within a minute of this answer, then ask again`,
	);
