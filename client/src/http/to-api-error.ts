import type { ErrorCode } from "../operations/operation-types.ts";
import {
	ApiError,
	type ApiErrorDetails,
	AuthenticationError,
	ConflictError,
	IdempotencyKeyError,
	NotFoundError,
	PayloadTooLargeError,
	PermissionError,
	RateLimitError,
	ServerError,
	ValidationError,
	VersionMismatchError,
} from "./errors.ts";
import type { ApiAnswer } from "./send-once.ts";

const byStatus: Record<number, typeof ApiError> = {
	400: ValidationError,
	401: AuthenticationError,
	403: PermissionError,
	404: NotFoundError,
	409: ConflictError,
	412: VersionMismatchError,
	413: PayloadTooLargeError,
	429: RateLimitError,
};

/**
 * @param isRepeatable Whether the request may be sent twice without risk.
 */
export function toApiError(answer: ApiAnswer, isRepeatable: boolean): ApiError {
	const { status, body, requestId, retryAfterMs } = answer;
	const { code, message, existingId } = toText(body);
	const details: ApiErrorDetails = {
		status,
		code,
		message: message ?? `The service answered ${status}`,
		requestId,
		retryAfterMs,
		existingId,
		isRetryable: status === 429 || (status >= 500 && isRepeatable),
	};
	if (status >= 500) return new ServerError(details);
	if (typeof body.error === "string") return new IdempotencyKeyError(details);
	return new (byStatus[status] ?? ApiError)(details);
}

function toText({ error, message }: ApiAnswer["body"]): {
	code: ErrorCode | null;
	message: string | undefined;
	existingId?: string | undefined;
} {
	if (typeof error === "string") return { code: null, message: error };
	if (typeof error === "object" && error !== null) {
		// Unchecked cast: the OpenAPI document gives errors this shape, and a code may be newer than this package.
		const {
			code,
			message: text,
			runId,
		} = error as {
			code?: ErrorCode;
			message?: string;
			runId?: string;
		};
		return { code: code ?? null, message: text, existingId: runId };
	}
	return {
		code: null,
		message: typeof message === "string" ? message : undefined,
	};
}
