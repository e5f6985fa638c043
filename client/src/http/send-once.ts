import { NoAnswerError } from "./errors.ts";

/** A request to the service. */
export interface ApiRequest {
	method: "GET" | "POST" | "PATCH";
	/** The path, whose ids `path` has encoded. */
	path: string;
	query?: object;
	body?: unknown;
	headers?: Record<string, string>;
	/** Whether it does no harm to send the request twice. This is always true of a GET. */
	isRepeatable?: boolean;
}

export const isRepeatable = (request: ApiRequest): boolean =>
	request.isRepeatable ?? request.method === "GET";

/** An answer of the service or of API Gateway, with any status. */
export interface ApiAnswer {
	status: number;
	body: Record<string, unknown>;
	headers: Headers;
	requestId: string | null;
	retryAfterMs: number | null;
}

export type SendOnce = (
	request: ApiRequest,
	signal?: AbortSignal,
) => Promise<ApiAnswer>;

export interface Connection {
	/** The address of the service, without a slash at the end. */
	url: string;
	/** The headers that say who calls. */
	credential: Readonly<Record<string, string>>;
	fetch: typeof globalThis.fetch;
	timeoutMs: number;
}

/**
 * Sends a request exactly once.
 *
 * @throws NoAnswerError When no answer came in time, or the answer was not one of the service.
 * @throws The signal's reason when it is aborted.
 */
export const createSender =
	({ url, credential, fetch, timeoutMs }: Connection): SendOnce =>
	async (request, signal) => {
		signal?.throwIfAborted();
		const { method, path, query, body, headers } = request;
		// This is outside of the try, because it is the caller's error when a request cannot be sent at all.
		const init: RequestInit = {
			method,
			headers: new Headers({
				...credential,
				accept: "application/json",
				...(body !== undefined && { "content-type": "application/json" }),
				...headers,
			}),
			...(body !== undefined && { body: JSON.stringify(body) }),
			// A redirect would send the credential, and a payment, elsewhere.
			redirect: "error",
		};
		const limit = limitTime(timeoutMs, signal);
		try {
			const response = await fetch(`${url}${path}${toQueryString(query)}`, {
				...init,
				signal: limit.signal,
			});
			return await toAnswer(response);
		} catch (error) {
			signal?.throwIfAborted();
			throw toNoAnswerError(error, request);
		} finally {
			limit.end();
		}
	};

function toQueryString(query: object = {}): string {
	const sent = new URLSearchParams();
	for (const [name, value] of Object.entries(query))
		if (value !== undefined) sent.append(name, String(value));
	return sent.size === 0 ? "" : `?${sent}`;
}

/** Aborts after a time, or with the caller's signal, until `end` is called. */
function limitTime(timeoutMs: number, signal: AbortSignal | undefined) {
	const controller = new AbortController();
	const onAbort = () => controller.abort(signal?.reason);
	signal?.addEventListener("abort", onAbort, { once: true });
	const timer = setTimeout(
		() => controller.abort(new Error(`No answer within ${timeoutMs} ms`)),
		timeoutMs,
	);
	return {
		signal: controller.signal,
		end() {
			clearTimeout(timer);
			signal?.removeEventListener("abort", onAbort);
		},
	};
}

async function toAnswer(response: Response): Promise<ApiAnswer> {
	const { status, headers } = response;
	const body = toBody(await response.text());
	if (!body) {
		throw new Error(
			`The answer, of status ${status}, is not one of the service`,
		);
	}
	const seconds = Number(headers.get("retry-after") ?? Number.NaN);
	return {
		status,
		body,
		headers,
		requestId: headers.get("x-request-id"),
		retryAfterMs: Number.isFinite(seconds) ? seconds * 1000 : null,
	};
}

/** Undefined when it does not have the form of an answer of the service or of API Gateway. */
function toBody(text: string): Record<string, unknown> | undefined {
	try {
		const body: unknown = JSON.parse(text);
		if (typeof body !== "object" || body === null) return undefined;
		const isAnswer = "ok" in body || "error" in body || "message" in body;
		// Unchecked cast: the properties of any object may be read as unknown.
		return isAnswer ? (body as Record<string, unknown>) : undefined;
	} catch {
		return undefined;
	}
}

function toNoAnswerError(error: unknown, request: ApiRequest): NoAnswerError {
	const mayHaveArrived = !isBeforeConnection(error);
	return new NoAnswerError(
		`${request.method} ${request.path} was not answered: ${toReason(error)}`,
		{
			mayHaveArrived,
			isRetryable: !mayHaveArrived || isRepeatable(request),
			cause: error,
		},
	);
}

/**
 * Only an error of connecting, or of looking up the name, proves that nothing was sent. The code alone proves nothing:
 * an established connection may also break with `ECONNREFUSED` or `EHOSTUNREACH`. `fetch` wraps the error, and an
 * attempt to reach several addresses has several errors.
 */
function isBeforeConnection(error: unknown): boolean {
	if (!(error instanceof Error)) return false;
	if (error instanceof AggregateError)
		return error.errors.length > 0 && error.errors.every(isBeforeConnection);
	if ("syscall" in error)
		return error.syscall === "connect" || error.syscall === "getaddrinfo";
	if ("code" in error && error.code === "UND_ERR_CONNECT_TIMEOUT") return true;
	return isBeforeConnection(error.cause);
}

function toReason(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	return error.cause instanceof Error && error.cause.message
		? `${error.message} (${error.cause.message})`
		: error.message;
}
