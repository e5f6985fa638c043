import { isUtf8 } from "node:buffer";
import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { account } from "../template/account.ts";
import type { MatchedRoute } from "./routes.ts";

/** The URL of a request. */
export interface RequestTarget {
	/** The path is percent-decoded. */
	path: string;
	/** The query is as it was sent. */
	query: string;
}

/** Converts a request to API Gateway's event (payload format 2.0). */
export function toApiEvent(
	request: IncomingMessage,
	{ path, query }: RequestTarget,
	body: Buffer,
	{ routeKey, pathParameters }: MatchedRoute,
): APIGatewayProxyEventV2 {
	const { cookie, ...headers } = toHeaders(request);
	const now = new Date();
	const isBase64Encoded = body.length > 0 && !isText(headers["content-type"]);
	return {
		version: "2.0",
		routeKey,
		rawPath: path,
		rawQueryString: query,
		...(cookie && { cookies: cookie.split(/; ?/) }),
		headers: { ...headers, "content-length": `${body.length}` },
		...(query && { queryStringParameters: toQueryParameters(query) }),
		requestContext: {
			accountId: account.id,
			apiId: "local",
			domainName: headers.host ?? "",
			domainPrefix: "local",
			http: {
				method: request.method ?? "",
				path,
				protocol: `HTTP/${request.httpVersion}`,
				sourceIp: request.socket.remoteAddress ?? "",
				userAgent: headers["user-agent"] ?? "",
			},
			requestId: randomUUID(),
			routeKey,
			stage: "$default",
			time: toLogTime(now),
			timeEpoch: now.getTime(),
		},
		...(Object.keys(pathParameters).length > 0 && { pathParameters }),
		...(body.length > 0 && {
			body: body.toString(isBase64Encoded ? "base64" : "utf8"),
		}),
		isBase64Encoded,
	};
}

/** Hop-by-hop headers, which are not forwarded to the function. */
const hopByHop = new Set([
	"connection",
	"expect",
	"keep-alive",
	"proxy-connection",
	"te",
	"trailer",
	"transfer-encoding",
	"upgrade",
]);

/** Header names are in lower case; repeated headers are joined with commas. */
function toHeaders({ rawHeaders }: IncomingMessage): Record<string, string> {
	const headers = new Map<string, string>();
	for (let index = 0; index < rawHeaders.length; index += 2) {
		const name = (rawHeaders[index] ?? "").toLowerCase();
		const text = toText(rawHeaders[index + 1] ?? "");
		const earlier = headers.get(name);
		if (!hopByHop.has(name))
			headers.set(name, earlier === undefined ? text : `${earlier},${text}`);
	}
	return Object.fromEntries(headers);
}

/** Decodes a header value as UTF-8, or as Latin-1 when it is not valid UTF-8. Node.js decodes every value as Latin-1. */
function toText(latin1: string): string {
	const bytes = Buffer.from(latin1, "latin1");
	return isUtf8(bytes) ? bytes.toString() : latin1;
}

/** Repeated parameters are joined with commas. */
function toQueryParameters(query: string): Record<string, string> {
	const parameters = new URLSearchParams(query);
	return Object.fromEntries(
		[...parameters.keys()].map((name) => [
			name,
			parameters.getAll(name).join(),
		]),
	);
}

/** Content types whose bodies API Gateway passes as text; others are base64-encoded. */
const isText = (contentType = "") =>
	/^\s*(text\/|application\/(json|javascript|xml)\s*(;|$))/i.test(contentType);

/** The time in the form `12/Mar/2026:19:03:58 +0000`. */
function toLogTime(instant: Date): string {
	const [, day, month, year, time] = instant.toUTCString().split(" ");
	return `${day}/${month}/${year}:${time} +0000`;
}
