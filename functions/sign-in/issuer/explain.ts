import {
	AuthorizationResponseError,
	OperationProcessingError,
	RESPONSE_IS_NOT_CONFORM,
	RESPONSE_IS_NOT_JSON,
	ResponseBodyError,
	UnsupportedOperationError,
} from "oauth4webapi";
import type { ApiError } from "../../../shared/errors/api-error.ts";
import {
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
	if (error instanceof ResponseBodyError)
		return {
			reason: knownCodes.get(error.error) ?? "CODE_REFUSED",
			toError: responseRefused,
		};
	if (isOfProtocol(error) && !unreadable.has(error.code ?? ""))
		return { reason: `${error.code ?? error.name}`, toError: responseRefused };
	// The network, a timeout, an answer that is too long, or an error page.
	return { reason: "ISSUER_UNAVAILABLE", toError: issuerUnavailable };
}

const isOfProtocol = (
	error: unknown,
): error is OperationProcessingError | UnsupportedOperationError =>
	error instanceof OperationProcessingError ||
	error instanceof UnsupportedOperationError;

const unreadable = new Set([RESPONSE_IS_NOT_CONFORM, RESPONSE_IS_NOT_JSON]);

/** Of RFC 6749, 5.2. */
const knownCodes = new Map([
	["invalid_client", "CLIENT_REFUSED"],
	["invalid_grant", "CODE_REFUSED"],
]);
