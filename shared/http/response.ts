import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { ApiError, IdempotencyKeyRejection } from "./api-error.ts";

/** What an endpoint answers. This file is the only one that writes the spec's envelopes. */
export interface Reply {
	status: number;
	/** A text is JSON already: its numbers have all their digits. */
	body: object | string;
	/** Besides those of every answer. */
	headers?: Record<string, string>;
}

export const succeeded = (data: object): Reply => ({
	status: 200,
	body: { ok: true, data },
});

/** A record, or what became of it, with its version (records R1, "Versions"). */
export const succeededAt = (version: number, data: object): Reply => ({
	...succeeded(data),
	headers: { etag: `"${version}"` },
});

/**
 * `succeeded`, with data that is JSON already (`toExactJson`).
 *
 * @param version Of the record that the data is: answered as its ETag (records R1, "Versions").
 */
export const succeededWithJson = (data: string, version?: number): Reply => ({
	status: 200,
	body: `{"ok":true,"data":${data}}`,
	...(version !== undefined && { headers: { etag: `"${version}"` } }),
});

/** Spec 4.4 rule 3: nothing of a batch was done. */
export const allFailed = (message: string, data: object): Reply => ({
	status: 422,
	body: { ok: false, message, data },
});

/** An error of ours tells the caller nothing but that it is ours. */
export function toErrorReply(error: unknown): Reply {
	if (error instanceof IdempotencyKeyRejection) {
		return { status: error.status, body: { error: error.message } };
	}
	if (error instanceof ApiError) {
		return failed(error.status, error.code, error.message);
	}
	return failed(500, "INTERNAL_ERROR", "Internal error");
}

export function toHttpResponse(
	{ status, body, headers }: Reply,
	requestId: string,
): APIGatewayProxyStructuredResultV2 {
	return {
		statusCode: status,
		headers: {
			"content-type": "application/json",
			"x-request-id": requestId,
			...headers,
		},
		body: typeof body === "string" ? body : JSON.stringify(body),
	};
}

function failed(status: number, code: string, message: string): Reply {
	return { status, body: { ok: false, error: { code, message } } };
}
