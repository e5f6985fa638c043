import type { APIGatewayProxyEventV2 } from "aws-lambda";
import type { Endpoint } from "../endpoints/endpoint.ts";
import { validationFailed } from "../errors/api-error.ts";

/**
 * The text of the header `If-Match`, which must be one quoted string (R1, "Versions").
 *
 * @param use Whether the request must name a version (approvals, "Common to A2 to A5").
 * @returns null when the header is absent.
 */
export function readIfMatch(
	{ headers }: Pick<APIGatewayProxyEventV2, "headers">,
	use: Endpoint["ifMatch"],
): string | null {
	const header = headers["if-match"];
	if (header === undefined) {
		if (use !== "required") return null;
		throw validationFailed(
			"/if-match",
			"is required: send the ETag of the record as it was read",
		);
	}
	const text = /^"([^"]+)"$/.exec(header.trim())?.[1];
	if (text === undefined) {
		throw validationFailed("/if-match", 'must be one version, as in "3"');
	}
	return text;
}
