export interface PathDecoding {
	/**
	 * Does the path end at a decoded `?`? One source reports it of API Gateway
	 * (https://github.com/middleapi/standard-server/pull/93).
	 */
	cutsAtQuestionMark?: boolean | undefined;
}

/**
 * The path as API Gateway routes it and passes it on: percent-decoded once, before a route is looked for. So an encoded
 * slash separates segments. What is not valid percent-encoding of UTF-8 stays as it is.
 */
export function decodePath(
	path: string,
	{ cutsAtQuestionMark = false }: PathDecoding = {},
): string {
	const decoded = path.replaceAll(/(?:%[\dA-F]{2})+/gi, decode);
	const [start = ""] = decoded.split("?");
	return cutsAtQuestionMark ? start : decoded;
}

function decode(encoded: string): string {
	try {
		return decodeURIComponent(encoded);
	} catch {
		return encoded;
	}
}
