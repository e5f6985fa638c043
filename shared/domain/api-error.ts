import { shorten } from "./shorten.ts";

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

export const validationError = (message: string) =>
	new ApiError(400, "VALIDATION_ERROR", message);

const pointerMaxCharacters = 250;

/**
 * Spec 7.1: 'Validation failed:', where, and why. The pointer of the whole body is `/`. Keys of the body, of any
 * length, stand in a pointer: it is shortened.
 */
export const validationFailed = (pointer: string, reason: string) =>
	validationError(
		`Validation failed: ${shorten(pointer, pointerMaxCharacters) || "/"} ${reason}`,
	);
