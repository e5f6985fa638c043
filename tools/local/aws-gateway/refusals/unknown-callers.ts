import type { AwsAnswer, AwsCall } from "../aws-call.ts";
import { jsonAnswer } from "../aws-error.ts";

/**
 * Refuses calls that no part of the stack has sent: those of a web page, which have an `Origin`, and those of other
 * programs, which do not know the session token.
 *
 * @param sessionToken undefined when any program may call.
 */
export function refuseUnknownCallers(
	{ headers }: AwsCall,
	sessionToken: string | undefined,
): AwsAnswer | undefined {
	if (headers.origin !== undefined)
		return jsonAnswer(403, {
			__type: "com.amazon.coral.service#AccessDeniedException",
			message: "A web page may not call the local AWS gateway",
		});
	const isKnown =
		sessionToken === undefined ||
		headers["x-amz-security-token"] === sessionToken;
	if (isKnown) return undefined;
	return jsonAnswer(400, {
		__type: "com.amazon.coral.service#UnrecognizedClientException",
		message: "The security token included in the request is invalid.",
	});
}
