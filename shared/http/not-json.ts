import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { shorten } from "../text/shorten.ts";

type Headers = APIGatewayProxyEventV2["headers"];

const form =
	/^\s*(application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i;
/** The first byte of gzip. No JSON text begins with it. */
const gzipStart = "\u001f";
const byteOrderMark = "\ufeff";

/**
 * Why a body is not JSON and what to send instead: bodies that HTTP clients commonly send by mistake are named.
 *
 * @param error What reading the body threw.
 * @param text The body; bytes that are not UTF-8 may be replaced.
 */
export function describeNotJson(
	error: unknown,
	text: string,
	headers: Headers,
): string {
	if (text === "") return "must be JSON, not empty";
	const encoding = text.startsWith(gzipStart)
		? "gzip"
		: headers["content-encoding"];
	if (encoding) {
		return `must be JSON, not compressed as ${shorten(encoding)}: send it uncompressed`;
	}
	if (form.test(headers["content-type"] ?? "")) {
		return "must be JSON, not a form: send it as application/json";
	}
	if (text.startsWith(byteOrderMark)) {
		return "must be JSON without a byte order mark (BOM)";
	}
	if (error instanceof TypeError) {
		return "must be JSON in UTF-8; send U+FFFD itself as an escape";
	}
	// The parser's whole message is not used, because it quotes the body.
	const place = /position \d+/.exec(String(error))?.[0];
	return place ? `must be JSON: malformed at ${place}` : "must be JSON";
}
