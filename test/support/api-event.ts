import type { APIGatewayProxyEventV2 } from "aws-lambda";

export interface ApiRequest {
	method: string;
	path: string;
	/** When it is not made of method and path. */
	routeKey?: string;
	rawQueryString?: string;
	headers: Record<string, string>;
	/** API Gateway does not pass them on as a header. */
	cookies?: string[];
	/** As it is sent; text. */
	body?: string;
	pathParameters?: Record<string, string>;
	queryStringParameters?: Record<string, string>;
}

/** The event that API Gateway makes of a request: payload format 2.0. */
export function toApiEvent(request: ApiRequest): APIGatewayProxyEventV2 {
	const { method, path, headers, body, ...parameters } = request;
	const { routeKey = `${method} ${path}` } = request;
	return {
		version: "2.0",
		routeKey,
		rawPath: path,
		rawQueryString: new URLSearchParams(
			parameters.queryStringParameters,
		).toString(),
		headers,
		isBase64Encoded: false,
		...parameters,
		...(body !== undefined && { body }),
		requestContext: {
			accountId: "123456789012",
			apiId: "api",
			domainName: "localhost",
			domainPrefix: "localhost",
			http: {
				method,
				path,
				protocol: "HTTP/1.1",
				sourceIp: "127.0.0.1",
				userAgent: "test",
			},
			requestId: "request-1",
			routeKey,
			stage: "$default",
			time: "21/Nov/2026:00:00:00 +0000",
			timeEpoch: 0,
		},
	};
}
