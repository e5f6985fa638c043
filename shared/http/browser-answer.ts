import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import type { RouteHandler } from "./routed-handler.ts";

const compress = promisify(gzip);

/** Files that were compressed before: a function serves the same few again and again. */
const compressed = new Map<string, Promise<string>>();

/** Compresses the files that a handler answers, for browsers that take that: API Gateway does not. */
export const compressing =
	(handler: RouteHandler): RouteHandler =>
	async (event, context) => {
		// Unchecked cast: `toHttpResponse` has made it.
		const answer = (await handler(
			event,
			context,
		)) as APIGatewayProxyStructuredResultV2;
		const { statusCode, body = "" } = answer;
		if (statusCode !== 200) return answer;
		const { "accept-encoding": accepted = "" } = event.headers;
		const isCompressible = /\bgzip\b/i.test(accepted);
		return {
			...answer,
			headers: {
				...answer.headers,
				vary: "accept-encoding",
				...(isCompressible && { "content-encoding": "gzip" }),
			},
			...(isCompressible && {
				body: await compressOnce(body),
				isBase64Encoded: true,
			}),
		};
	};

function compressOnce(body: string): Promise<string> {
	const known = compressed.get(body);
	if (known) return known;
	const fresh = compress(body, { level: 9 }).then((bytes) =>
		bytes.toString("base64"),
	);
	compressed.set(body, fresh);
	return fresh;
}
