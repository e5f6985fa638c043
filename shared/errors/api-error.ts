import { shorten } from "../text/shorten.ts";

/**
 * An error of the caller, with the spec's code and message. Any other error is an internal one. A code is not a status:
 * `INTERNAL_ERROR` is a 400 and a 500 (spec 7.2).
 */
export class ApiError extends Error {
	readonly status: number;
	readonly code: string;
	/** Ids in addition to code and message: of what exists already. */
	readonly ids: Readonly<Record<string, string>>;
	/** When the request may be sent again. */
	readonly retryAfterSeconds: number | undefined;

	constructor(
		status: number,
		code: string,
		message: string,
		{
			ids = {},
			retryAfterSeconds,
			...options
		}: ErrorOptions & {
			ids?: Record<string, string>;
			retryAfterSeconds?: number;
		} = {},
	) {
		super(message, options);
		this.name = "ApiError";
		this.status = status;
		this.code = code;
		this.ids = ids;
		this.retryAfterSeconds = retryAfterSeconds;
	}
}

export const validationError = (message: string) =>
	new ApiError(400, "VALIDATION_ERROR", message);

const pointerMaxCharacters = 250;

/**
 * Spec 7.1: 'Validation failed:', the JSON pointer and the reason. The pointer of the whole body is `/`. A pointer has
 * keys of the body, which may be of any length, so it is shortened.
 */
export const validationFailed = (pointer: string, reason: string) =>
	validationError(
		`Validation failed: ${shorten(pointer, pointerMaxCharacters) || "/"} ${reason}`,
	);

export const invalidStateTransition = (reason: string) =>
	new ApiError(409, "INVALID_STATE_TRANSITION", reason);
