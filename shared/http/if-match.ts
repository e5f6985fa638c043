import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { validationFailed } from "./errors.ts";

/**
 * The text of the header `If-Match`, which must be one quoted string (records R1, "Versions").
 *
 * @returns null when the header is absent.
 */
export function readIfMatch({
	headers,
}: Pick<APIGatewayProxyEventV2, "headers">): string | null {
	const header = headers["if-match"];
	if (header === undefined) return null;
	const text = /^"([^"]+)"$/.exec(header.trim())?.[1];
	if (text === undefined) {
		throw validationFailed("/if-match", 'must be one version, as in "3"');
	}
	return text;
}

/** `readIfMatch` for a request that must name a version (approvals, "Common to A2 to A5"). */
export function requireIfMatch(
	event: Pick<APIGatewayProxyEventV2, "headers">,
): string {
	const text = readIfMatch(event);
	if (text !== null) return text;
	throw validationFailed(
		"/if-match",
		"is required: send the ETag of the record as it was read",
	);
}
