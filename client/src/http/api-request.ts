export interface ApiRequest {
	method: "GET" | "POST" | "PATCH";
	/** The ids in it are percent-encoded. */
	path: string;
	query?: object;
	body?: unknown;
	headers?: Record<string, string>;
	/** Sending it twice does no harm. GETs are. */
	isRepeatable?: boolean;
}

export const isRepeatable = (request: ApiRequest): boolean =>
	request.isRepeatable ?? request.method === "GET";
