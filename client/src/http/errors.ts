import type { ErrorCode } from "../operations/operation-types.ts";

/**
 * The base of all errors that the client throws, except those of wrong arguments, of a signal and of callbacks.
 */
export class ProcurementPaymentsError extends Error {
	override readonly name: string = "ProcurementPaymentsError";
	/** The same call may be made again, after a pause, without the risk of doing something twice. */
	readonly isRetryable: boolean;

	constructor(
		message: string,
		{ isRetryable, cause }: { isRetryable: boolean; cause?: unknown },
	) {
		super(message, cause === undefined ? undefined : { cause });
		this.isRetryable = isRetryable;
	}
}

export interface ApiErrorDetails {
	status: number;
	/** Null when the body has no code, as for a refused idempotency key or an answer of API Gateway. */
	code: ErrorCode | null;
	message: string;
	/** `x-request-id` of the answer; null when API Gateway answered by itself. */
	requestId: string | null;
	isRetryable: boolean;
	/** How long the answer asks to wait, from its header `retry-after`. */
	retryAfterMs: number | null;
	/** The id of the record that exists already, such as the run of a `RUN_EXISTS`. */
	existingId?: string | null | undefined;
}

/** The service refused a request or failed. */
export class ApiError extends ProcurementPaymentsError {
	override readonly name: string = "ApiError";
	readonly status: number;
	readonly code: ErrorCode | null;
	/** The JSON pointer with which the message begins, such as `/resources/0/amount`. */
	readonly pointer: string | null;
	readonly requestId: string | null;
	readonly retryAfterMs: number | null;
	readonly existingId: string | null;

	constructor(details: ApiErrorDetails) {
		super(details.message, { isRetryable: details.isRetryable });
		this.status = details.status;
		this.code = details.code;
		this.pointer = toPointer(details.message);
		this.requestId = details.requestId;
		this.retryAfterMs = details.retryAfterMs;
		this.existingId = details.existingId ?? null;
	}
}

function toPointer(message: string): string | null {
	const [, pointer] = /^(?:Validation failed: )?(\/\S*)/.exec(message) ?? [];
	return pointer ?? null;
}

/** 400 */
export class ValidationError extends ApiError {
	override readonly name = "ValidationError";
}

/** 401 */
export class AuthenticationError extends ApiError {
	override readonly name = "AuthenticationError";
}

/** 403 */
export class PermissionError extends ApiError {
	override readonly name = "PermissionError";
}

/** 404 */
export class NotFoundError extends ApiError {
	override readonly name = "NotFoundError";
}

/** 409 with a code: the state of the records does not allow the request. */
export class ConflictError extends ApiError {
	override readonly name = "ConflictError";
}

/** 400 or 409 without a code: `x-idempotency-key` is malformed, or was used within the last 5 minutes. */
export class IdempotencyKeyError extends ApiError {
	override readonly name = "IdempotencyKeyError";
}

/** 412: the record was changed since it was read. */
export class VersionMismatchError extends ApiError {
	override readonly name = "VersionMismatchError";
}

/** 413 */
export class PayloadTooLargeError extends ApiError {
	override readonly name = "PayloadTooLargeError";
}

/** 429: nothing was processed. */
export class RateLimitError extends ApiError {
	override readonly name = "RateLimitError";
}

/** 5xx: the request may have had an effect, unless it was a GET. */
export class ServerError extends ApiError {
	override readonly name = "ServerError";
}

/** No answer came, or none that can be read. */
export class NoAnswerError extends ProcurementPaymentsError {
	override readonly name = "NoAnswerError";
	/** False only if no connection was made, so that nothing can have been sent. */
	readonly mayHaveArrived: boolean;

	constructor(
		message: string,
		details: { mayHaveArrived: boolean; isRetryable: boolean; cause?: unknown },
	) {
		super(message, details);
		this.mayHaveArrived = details.mayHaveArrived;
	}
}
