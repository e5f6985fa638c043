import {
	AuthorizationResponseError,
	OperationProcessingError,
	RESPONSE_IS_NOT_CONFORM,
	RESPONSE_IS_NOT_JSON,
	ResponseBodyError,
	UnsupportedOperationError,
	WWWAuthenticateChallengeError,
} from "oauth4webapi";
import type { ApiError } from "../../../shared/errors/api-error.ts";
import {
	clientRefused,
	issuerUnavailable,
	refusedByIssuer,
	responseRefused,
} from "../errors.ts";

/** The issuer's answer failed one of our own checks. */
export class UntrustedError extends Error {
	override readonly name = "UntrustedError";
}

interface Explanation {
	/** For the log. */
	reason: string;
	toError: () => ApiError;
}

/** What an error of the protocol means for the person. The reason has no text of an answer. */
export function explain(error: unknown): Explanation {
	if (error instanceof AuthorizationResponseError)
		return { reason: "REFUSED_BY_ISSUER", toError: refusedByIssuer };
	if (error instanceof UntrustedError)
		return { reason: error.message, toError: responseRefused };
	if (isClientRefused(error))
		return { reason: "CLIENT_REFUSED", toError: clientRefused };
	if (error instanceof ResponseBodyError)
		return { reason: "CODE_REFUSED", toError: responseRefused };
	if (isOfProtocol(error) && !unreadable.has(error.code ?? ""))
		return { reason: `${error.code ?? error.name}`, toError: responseRefused };
	// The network, a timeout, an answer that is too long, or an error page.
	return { reason: "ISSUER_UNAVAILABLE", toError: issuerUnavailable };
}

/** RFC 6749, 5.2: an issuer names the scheme in a header, if the client used it. */
const isClientRefused = (error: unknown): boolean =>
	error instanceof WWWAuthenticateChallengeError
		? error.cause.some(({ scheme }) => scheme === "basic")
		: error instanceof ResponseBodyError && error.error === "invalid_client";

const isOfProtocol = (
	error: unknown,
): error is OperationProcessingError | UnsupportedOperationError =>
	error instanceof OperationProcessingError ||
	error instanceof UnsupportedOperationError;

const unreadable = new Set([RESPONSE_IS_NOT_CONFORM, RESPONSE_IS_NOT_JSON]);
