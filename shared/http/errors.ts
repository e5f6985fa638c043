import { ApiError } from "../errors/api-error.ts";

/** The idempotency key is malformed (spec 5, "Idempotency key" 2). The response body is `{error}`. */
export class MalformedKeyError extends Error {
	override readonly name = "MalformedKeyError";
}

export const missingCredentials = () =>
	new ApiError(
		401,
		"MISSING_CREDENTIALS",
		"Send an API key in the header 'Authorization: Api-Key <API_KEY>'",
	);

export const invalidApiKey = () =>
	new ApiError(
		401,
		"INVALID_API_KEY",
		"The API key is unknown, revoked or expired: send a valid one",
	);

/** The API key or session has used up its requests of this second. Nothing was processed. */
export const tooManyRequests = (retryAfterSeconds: number) =>
	new ApiError(
		429,
		"TOO_MANY_REQUESTS",
		"The API key or session sends more requests a second than it may: wait for as many seconds as Retry-After says, then send this one again",
		{ retryAfterSeconds },
	);

/** @param sufficient The permissions of which the key or the person needs one. */
export function insufficientPermissions(
	sufficient: readonly string[],
	isPerson: boolean,
) {
	const missing = sufficient.join(" or ");
	return new ApiError(
		403,
		"INSUFFICIENT_PERMISSIONS",
		isPerson
			? `You lack the permission ${missing}: ask for it`
			: `The API key lacks the permission ${missing}: have it granted, or use another key`,
	);
}

/** Console W1; nothing was changed. */
export const reauthenticationRequired = () =>
	new ApiError(
		403,
		"REAUTHENTICATION_REQUIRED",
		"This needs that you signed in at most 15 minutes ago: sign in again",
	);

export const inactiveUser = () =>
	new ApiError(
		403,
		"INSUFFICIENT_PERMISSIONS",
		"The API key's user is not active: use a key of an active user",
	);

export const suspendedOrganization = () =>
	new ApiError(
		403,
		"ACCESS_DENIED",
		"The organization is suspended: its operator has to resume it",
	);

/** R1, "Versions" */
export const versionMismatch = () =>
	new ApiError(
		412,
		"VERSION_MISMATCH",
		"The record's version does not match If-Match: read the record again",
	);

export const idempotencyKeyRequired = () =>
	new ApiError(
		400,
		"IDEMPOTENCY_KEY_REQUIRED",
		"The header x-idempotency-key is required: a text that is unique to the attempt, such as a UUID",
	);
