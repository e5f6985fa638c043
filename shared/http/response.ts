import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { windowSeconds } from "../attempts/attempt.ts";
import { ApiError } from "../errors/api-error.ts";
import { isPaidInFull, type PaymentTally } from "../payments/payment-tally.ts";
import { MalformedKeyError } from "./errors.ts";

/** The reply of an endpoint. Only this file writes the spec's envelopes. */
export interface Reply {
	status: number;
	/** A string is JSON already, with exact numbers. */
	body: object | string;
	/** Headers in addition to those of every response. */
	headers?: Record<string, string>;
	/** `Set-Cookie` headers. */
	cookies?: string[];
	/** For the log line and the metrics; not sent. */
	outcome?: RequestOutcome;
}

/** What a request did, for its log line and the metrics. It is not sent, and has no text of the caller's choosing. */
export interface RequestOutcome {
	/** The code of the error. */
	code?: string;
	/** The attempt that the reply is about, if it is not the request's own. */
	attempt?: string;
	/** true when an earlier request has claimed the idempotency key. */
	isRepeat?: boolean;
	/** Counts by status or reason. */
	results?: Record<string, number>;
	/** Number of records created. */
	created?: number;
	payments?: PaymentTally;
	/** How many properties of payments the service does not know and so ignores. */
	unknownProperties?: number;
	/** A batch's id. */
	batch?: string;
	/** The batch's number of chunks. */
	chunks?: number;
}

export const succeeded = (data: object, outcome?: RequestOutcome): Reply => ({
	status: 200,
	body: { ok: true, data },
	...(outcome && { outcome }),
});

/** A reply with the version of a record as its ETag (R1, "Versions"). */
export const succeededAt = (version: number, data: object): Reply => ({
	...succeeded(data),
	headers: { etag: `"${version}"` },
});

/**
 * `succeeded` for data that is JSON already (`toExactJson`).
 *
 * @param version The record's version, returned as its ETag (R1, "Versions").
 */
export const succeededWithJson = (data: string, version?: number): Reply => ({
	status: 200,
	body: `{"ok":true,"data":${data}}`,
	...(version !== undefined && { headers: { etag: `"${version}"` } }),
});

/** Spec 4.4 rule 3: no resource was paid. */
export const allFailed = (
	message: string,
	data: object,
	outcome: RequestOutcome,
): Reply => ({
	status: 422,
	body: { ok: false, message, data },
	outcome,
});

/** Spec 5, "Idempotency key" 1: another attempt holds the key. */
export const repeatedKey = ({
	attemptId,
	hasOtherBody,
	advice,
}: KeyHolder): Reply => ({
	status: 409,
	body: {
		error: `This x-idempotency-key was used within the last ${windowSeconds / 60} minutes${hasOtherBody ? ", for a request with another body" : ""}. ${advice}`,
	},
	outcome: { isRepeat: true, attempt: attemptId },
});

/** The attempt that holds a key. */
export interface KeyHolder {
	attemptId: string;
	/** Was it sent with a body that differs from that of the request that repeats its key? */
	hasOtherBody: boolean;
	/** What is known of it, or how to find it out. */
	advice: string;
}

/** Was everything recorded that the request asked for? */
export const hasRecordedAll = ({ status, outcome }: Reply): boolean =>
	status === 200 && (!outcome?.payments || isPaidInFull(outcome.payments));

/** Internal errors do not reveal anything to the caller. */
export function toErrorReply(error: unknown): Reply {
	if (error instanceof MalformedKeyError) {
		return { status: 400, body: { error: error.message } };
	}
	if (error instanceof ApiError) {
		const { status, code, message, ids, retryAfterSeconds } = error;
		const reply = failed(status, { code, message, ...ids });
		if (retryAfterSeconds === undefined) return reply;
		return { ...reply, headers: { "retry-after": `${retryAfterSeconds}` } };
	}
	return failed(500, {
		code: "INTERNAL_ERROR",
		message:
			"Internal error: the request may have had an effect; find out before you send it again",
	});
}

interface RequestIds {
	requestId: string;
	/** The caller's own `x-request-id`. */
	callerRequestId?: string | undefined;
}

export function toHttpResponse(
	{ status, body, headers, cookies }: Reply,
	{ requestId, callerRequestId }: RequestIds,
): APIGatewayProxyStructuredResultV2 {
	return {
		statusCode: status,
		headers: {
			"content-type": "application/json",
			"x-request-id": requestId,
			...(callerRequestId && { "x-caller-request-id": callerRequestId }),
			...headers,
		},
		...(cookies && { cookies }),
		body: typeof body === "string" ? body : JSON.stringify(body),
	};
}

function failed(
	status: number,
	error: { code: string; message: string },
): Reply {
	return { status, body: { ok: false, error }, outcome: { code: error.code } };
}
