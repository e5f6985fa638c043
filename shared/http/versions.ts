import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { ApiError, validationFailed } from "./api-error.ts";

/** Records R1, "Versions": the header `ETag` of a record. */
export const toETag = (version: number): string => `"${version}"`;

/** The quoted text of `If-Match`, quotes included; null: the header was not sent. */
export function readIfMatch({
	headers,
}: APIGatewayProxyEventV2): string | null {
	const ifMatch = headers["if-match"];
	if (ifMatch === undefined) return null;
	if (!/^"[^"]*"$/.test(ifMatch)) {
		throw validationFailed(
			"/if-match",
			'must be one version in quotes, such as "3"',
		);
	}
	return ifMatch;
}

/** @param ifMatch As `readIfMatch` gives it. */
export function requireVersion(ifMatch: string | null, version: number) {
	if (ifMatch !== null && ifMatch !== toETag(version)) {
		throw new ApiError(
			412,
			"VERSION_MISMATCH",
			`The record has version ${version}, which is not the one in If-Match`,
		);
	}
}
