import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type {
	APIGatewayProxyEventV2,
	APIGatewayProxyStructuredResultV2,
} from "aws-lambda";

const compress = promisify(gzip);

/** Files that were compressed before: a function serves the same few again and again. */
const compressed = new Map<string, Promise<string>>();

/**
 * Compresses an answer for a browser that takes that: API Gateway does not. A file whose name has the hash of its content
 * never changes, and is kept.
 */
export async function toBrowserAnswer(
	{ headers, rawPath }: APIGatewayProxyEventV2,
	answer: APIGatewayProxyStructuredResultV2,
): Promise<APIGatewayProxyStructuredResultV2> {
	const { statusCode, body = "" } = answer;
	if (statusCode !== 200) return answer;
	// The page itself answers at every other address, whatever that ends with.
	const isHashed = /^\/console\/files\/.*-[A-Z0-9]{8}\.\w+$/.test(rawPath);
	const isCompressible = /\bgzip\b/i.test(headers["accept-encoding"] ?? "");
	return {
		...answer,
		headers: {
			...answer.headers,
			vary: "accept-encoding",
			...(isHashed && {
				"cache-control": "public, max-age=31536000, immutable",
			}),
			...(isCompressible && { "content-encoding": "gzip" }),
		},
		...(isCompressible && {
			body: await compressOnce(body),
			isBase64Encoded: true,
		}),
	};
}

function compressOnce(body: string): Promise<string> {
	const known = compressed.get(body);
	if (known) return known;
	const fresh = compress(body, { level: 9 }).then((bytes) =>
		bytes.toString("base64"),
	);
	compressed.set(body, fresh);
	return fresh;
}
