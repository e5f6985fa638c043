/**
 * A request that the service refuses: the caller's mistake, in the spec's words. Whatever else is thrown is ours.
 * (A code is not a status: `INTERNAL_ERROR` is a 400 and a 500, spec 7.2.)
 */
export class ApiError extends Error {
	readonly status: number;
	readonly code: string;

	constructor(
		status: number,
		code: string,
		message: string,
		options?: ErrorOptions,
	) {
		super(message, options);
		this.name = "ApiError";
		this.status = status;
		this.code = code;
	}
}

/** A request refused for its idempotency key; its answer is `{error}` alone (spec 5). */
export class IdempotencyKeyRejection extends Error {
	readonly status: 400 | 409;

	constructor(status: 400 | 409, message: string) {
		super(message);
		this.name = "IdempotencyKeyRejection";
		this.status = status;
	}
}

export const validationError = (message: string) =>
	new ApiError(400, "VALIDATION_ERROR", message);

/** Spec 7.1: 'Validation failed:', where, and why. The pointer of the whole body is `/`. */
export const validationFailed = (pointer: string, reason: string) =>
	validationError(`Validation failed: ${pointer || "/"} ${reason}`);

export const missingCredentials = () =>
	new ApiError(
		401,
		"MISSING_CREDENTIALS",
		"Send an API key in the header 'Authorization: Api-Key <API_KEY>'",
	);

export const invalidApiKey = () =>
	new ApiError(401, "INVALID_API_KEY", "The API key is not valid");

export const insufficientPermissions = () =>
	new ApiError(
		403,
		"INSUFFICIENT_PERMISSIONS",
		"The API key lacks the permission for this operation",
	);

/** Records R1, "Versions" */
export const versionMismatch = () =>
	new ApiError(
		412,
		"VERSION_MISMATCH",
		"The record's version is not that of If-Match: read it again",
	);

export const idempotencyKeyRequired = () =>
	new ApiError(
		400,
		"IDEMPOTENCY_KEY_REQUIRED",
		"The header x-idempotency-key is required",
	);
