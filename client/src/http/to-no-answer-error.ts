import { type ApiRequest, isRepeatable } from "./api-request.ts";
import { NoAnswerError } from "./errors.ts";

export function toNoAnswerError(
	error: unknown,
	request: ApiRequest,
): NoAnswerError {
	const mayHaveArrived = !isBeforeConnection(error);
	return new NoAnswerError(
		`${request.method} ${request.path} was not answered: ${toReason(error)}`,
		{
			mayHaveArrived,
			isRetryable: !mayHaveArrived || isRepeatable(request),
			cause: error,
		},
	);
}

/**
 * Only an error of connecting, or of looking up the name, proves that nothing was sent. The code does not: an established
 * connection may break with `ECONNREFUSED` or `EHOSTUNREACH` too. `fetch` wraps the error; an attempt to reach several
 * addresses has several.
 */
function isBeforeConnection(error: unknown): boolean {
	if (!(error instanceof Error)) return false;
	if (error instanceof AggregateError)
		return error.errors.length > 0 && error.errors.every(isBeforeConnection);
	if ("syscall" in error)
		return error.syscall === "connect" || error.syscall === "getaddrinfo";
	if ("code" in error && error.code === "UND_ERR_CONNECT_TIMEOUT") return true;
	return isBeforeConnection(error.cause);
}

function toReason(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	return error.cause instanceof Error && error.cause.message
		? `${error.message} (${error.cause.message})`
		: error.message;
}
