export interface PathDecoding {
	/**
	 * Whether the path ends at a decoded `?`. One source reports this of API Gateway
	 * (https://github.com/middleapi/standard-server/pull/93).
	 */
	cutsAtQuestionMark?: boolean | undefined;
}

/**
 * Decodes a path as API Gateway does: once, before it looks for a route, so that an encoded slash separates segments.
 * What is not valid percent-encoding of UTF-8 stays as it is.
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
