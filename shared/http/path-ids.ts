import { isUtf8 } from "node:buffer";
import type { APIGatewayProxyEventV2 } from "aws-lambda";

/**
 * The ids that a path parameter may stand for, in order of precedence: the text itself and, if it is `~` and the
 * base64url of an id, that id (R1). Almost always one.
 *
 * Every route with an id reads it here. A GET by id passes the ids to `findRecord`, any other route settles them with
 * `chooseId`.
 */
export type PathIds = readonly [string, ...string[]];

export function readPathIds(
	{ pathParameters }: Pick<APIGatewayProxyEventV2, "pathParameters">,
	name: string,
): PathIds {
	const text = pathParameters?.[name] ?? "";
	const decoded = text.startsWith("~") ? decodeId(text.slice(1)) : undefined;
	return decoded === undefined ? [text] : [text, decoded];
}

/** @returns undefined unless the text is the canonical base64url, without padding, of UTF-8. */
function decodeId(text: string): string | undefined {
	const bytes = Buffer.from(text, "base64url");
	const isCanonical = bytes.toString("base64url") === text;
	return isCanonical && isUtf8(bytes) ? bytes.toString() : undefined;
}
