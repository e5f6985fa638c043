import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { toPause } from "../../client/src/http/backoff.ts";
import {
	ApiError,
	NoAnswerError,
	ProcurementPaymentsClient,
	ProcurementPaymentsError,
	type Timing,
} from "../../client/src/index.ts";

async function startServer(listener: RequestListener) {
	const server = createServer(listener).listen(0, "127.0.0.1");
	await once(server, "listening");
	// Unchecked cast: a server that listens on a port has this address.
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		async [Symbol.asyncDispose]() {
			server.closeAllConnections();
			server.close();
			await once(server, "close");
		},
	};
}

interface Step {
	status: number;
	body: unknown;
	headers?: Record<string, string>;
}

/** A client whose service gives these answers, the last one again and again. */
function clientOf(...steps: [Step, ...Step[]]) {
	const pauses: number[] = [];
	let requests = 0;
	const timing: Timing = {
		now: () => 0,
		random: () => 1,
		sleep: async (milliseconds) => {
			pauses.push(milliseconds);
		},
	};
	const client = new ProcurementPaymentsClient({
		url: "https://service",
		apiKey: "secret",
		maxRetries: 2,
		timing,
		fetch: async () => {
			const { status, body, headers } =
				steps[Math.min(requests++, steps.length - 1)] ?? steps[0];
			return Response.json(body, { status, ...(headers && { headers }) });
		},
	});
	return { client, pauses, requests: () => requests };
}

const coded = (code: string, message = "Message") => ({
	ok: false,
	error: { code, message },
});
/** Throws what a `fetch` may throw. */
function fail(reason: unknown): never {
	throw reason;
}
const thrownBy = (call: Promise<unknown>) =>
	call.then(
		() => undefined,
		(error: unknown) => error,
	);

describe("an error of the service is an error of its class", () => {
	it.each([
		["ValidationError", 400, coded("VALIDATION_ERROR"), false],
		["AuthenticationError", 401, coded("INVALID_API_KEY"), false],
		["PermissionError", 403, coded("INSUFFICIENT_PERMISSIONS"), false],
		["NotFoundError", 404, coded("INVOICE_NOT_FOUND"), false],
		["NotFoundError", 404, { message: "Not Found" }, false],
		["ConflictError", 409, coded("INVALID_STATE_TRANSITION"), false],
		["IdempotencyKeyError", 409, { error: "Used" }, false],
		["IdempotencyKeyError", 400, { error: "Empty" }, false],
		["VersionMismatchError", 412, coded("VERSION_MISMATCH"), false],
		["PayloadTooLargeError", 413, { message: "Too Large" }, false],
		["RateLimitError", 429, { message: "Too Many Requests" }, true],
		["ServerError", 500, coded("INTERNAL_ERROR"), true],
		["ServerError", 503, { message: "Service Unavailable" }, true],
		["ApiError", 418, { message: "Teapot" }, false],
	])("%s: %i %j", async (name, status, body, isRetryable) => {
		const { client } = clientOf({ status, body });
		const error = await thrownBy(client.getInvoice("inv-1"));
		if (!(error instanceof ApiError)) throw error;
		expect(error).toBeInstanceOf(ProcurementPaymentsError);
		expect(error).toMatchObject({ name, status, isRetryable, requestId: null });
		expect(JSON.stringify({ ...error, text: String(error) })).not.toContain(
			"secret",
		);
	});

	it("has the code, the pointer and the request id", async () => {
		const message = "Validation failed: /skus/0/name must be string";
		const { client } = clientOf({
			status: 400,
			body: coded("VALIDATION_ERROR", message),
			headers: { "x-request-id": "request-1", "retry-after": "3" },
		});
		const error = await thrownBy(client.createSkus({ skus: [] }));
		if (!(error instanceof ApiError)) throw error;
		expect({ ...error, message: error.message }).toEqual({
			...{ name: "ValidationError", status: 400, code: "VALIDATION_ERROR" },
			...{ message, pointer: "/skus/0/name", requestId: "request-1" },
			...{ isRetryable: false, retryAfterMs: 3_000, existingId: null },
		});
		expect("cause" in error).toBe(false);
	});

	it.each([
		[{ error: "Used" }, { code: null, message: "Used" }],
		[
			coded("X", "/amount"),
			{ code: "X", message: "/amount", pointer: "/amount" },
		],
		[coded("X", "At /amount"), { message: "At /amount", pointer: null }],
		[coded("X", "/"), { message: "/", pointer: "/" }],
		[{ error: { message: "Odd" } }, { code: null, message: "Odd" }],
		[
			{ error: null, message: "Denied" },
			{ code: null, message: "Denied" },
		],
		[{ message: 5 }, { code: null, message: "The service answered 418" }],
	])("has what the body %j says", async (body, expected) => {
		const headers = { "retry-after": "Sat, 21 Nov 2026 10:00:00 GMT" };
		const { client } = clientOf({ status: 418, body, headers });
		expect(await thrownBy(client.createSkus({ skus: [] }))).toMatchObject({
			...{ pointer: null, retryAfterMs: null },
			...expected,
		});
	});

	it.each([
		"The record's version does not match If-Match: read the record again",
		"Send an API key in the header 'Authorization: Api-Key <API_KEY>'",
	])("has no pointer in a message such as %s", async (message) => {
		const { client } = clientOf({
			status: 412,
			body: coded("VERSION_MISMATCH", message),
		});
		const error = await thrownBy(client.getInvoice("inv-1"));
		expect(error).toMatchObject({ pointer: null });
	});
});

const noUrl = "url must be a URL such as https://api.example.com";
const httpsOnly =
	"url must begin with https://, since others could read the API key on its way; http:// is for this machine only, such as http://localhost:3000";
const bareUrl = "url must have no query, fragment or password";
const noKey = "apiKey must be one word of visible ASCII characters";
const oneCredential = "Either apiKey or session must be given";
const noTimeout = "timeoutMs must be above 0 and at most 2147483647";
it.each([
	[{ url: "service.example" }, noUrl],
	[{ url: "localhost:3000" }, noUrl],
	[{ url: "http://api.example.com" }, httpsOnly],
	[{ url: "http://localhost.example.com" }, httpsOnly],
	[{ url: "http://10.0.0.1:3000" }, httpsOnly],
	[{ url: "https://secret@x" }, bareUrl],
	[{ url: "https://:secret@x" }, bareUrl],
	[{ url: "https://x?secret" }, bareUrl],
	[{ url: "https://x#secret" }, bareUrl],
	[{ apiKey: "" }, noKey],
	[{ apiKey: "secret\nsecret" }, noKey],
	[{ apiKey: "secret €" }, noKey],
	[{ apiKey: "€secret" }, noKey],
	[{ apiKey: undefined }, oneCredential],
	[{ session: { organization: "acme" } }, oneCredential],
	[{ timeoutMs: 0 }, noTimeout],
	[{ timeoutMs: 2 ** 31 }, noTimeout],
	[{ timeoutMs: Number.NaN }, noTimeout],
	[{ timeoutMs: Number.POSITIVE_INFINITY }, noTimeout],
])("a client that could send nothing is not made: %j", (wrong, message) => {
	const options = { url: "https://service", apiKey: "secret" };
	const make = () => new ProcurementPaymentsClient({ ...options, ...wrong });
	const kind = "timeoutMs" in wrong ? RangeError : TypeError;
	expect(make).toThrow(new kind(message));
	expect(make).not.toThrow("secret");
	const longest = { ...options, timeoutMs: 2 ** 31 - 1 };
	expect(() => new ProcurementPaymentsClient(longest)).not.toThrow();
});

it.each(["localhost:3000", "127.0.0.1:3000", "[::1]:3000", "api.localhost"])(
	"a client may call this machine without TLS: %s",
	(host) => {
		const options = { url: `http://${host}`, apiKey: "secret" };
		expect(() => new ProcurementPaymentsClient(options)).not.toThrow();
	},
);

it("a client waits for 35 s by default, and sends a request five times", async () => {
	vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
	onTestFinished(() => void vi.useRealTimers());
	const pauses: number[] = [];
	const client = new ProcurementPaymentsClient({
		...{ url: "https://service", apiKey: "secret" },
		timing: {
			now: () => 0,
			random: () => 1,
			sleep: async (milliseconds) => void pauses.push(milliseconds),
		},
		fetch(_, { signal } = {}) {
			vi.advanceTimersByTime(34_999);
			signal?.throwIfAborted();
			vi.advanceTimersByTime(1);
			return Promise.reject(signal?.reason);
		},
	});
	expect(await thrownBy(client.getKey())).toMatchObject({
		message: "GET /v1.0/key was not answered: No answer within 35000 ms",
		cause: { message: "No answer within 35000 ms" },
	});
	expect(pauses).toEqual([200, 400, 800, 1_600]);
});

it.each([
	[404, coded("ATTEMPT_NOT_FOUND"), undefined],
	[404, { message: "Not Found" }, { name: "NotFoundError" }],
	[403, coded("ATTEMPT_NOT_FOUND"), { name: "PermissionError" }],
])(
	"an attempt that the service does not know is undefined: %i %j",
	async (status, body, error) => {
		const { client } = clientOf({ status, body });
		for (const asked of [
			client.getMarkAsPaidAttempt("k"),
			client.getVendorAdvanceAttempt("k"),
		])
			if (error) expect(await thrownBy(asked)).toMatchObject(error);
			else expect(await asked).toBeUndefined();
	},
);

describe("what is repeated", () => {
	const unavailable = { status: 503, body: { message: "Service Unavailable" } };
	const throttled = { status: 429, body: { message: "Too Many Requests" } };
	const vendor = { status: 200, body: { ok: true, data: { vendorId: "v" } } };

	it("a GET after a 503, with growing pauses", async () => {
		const { client, pauses, requests } = clientOf(unavailable);
		expect(await thrownBy(client.getInvoice("inv-1"))).toMatchObject({
			cause: { name: "ServerError" },
		});
		expect(requests()).toBe(3);
		expect(pauses).toEqual([200, 400]);
		const odd = { status: 200, body: { ok: false, message: "Odd" } };
		expect(
			await thrownBy(clientOf(odd).client.getInvoice("inv-1")),
		).toMatchObject({ name: "ApiError", message: "Odd", status: 200 });
		const failed = { status: 500, body: { ok: true, message: "Odd" } };
		expect(
			await thrownBy(clientOf(failed).client.getInvoice("inv-1")),
		).toMatchObject({ name: "ServerError", message: "Odd", status: 500 });
	});

	it("until it is refused: the error has the earlier one that may have had an effect, as its cause", async () => {
		const refused = { status: 404, body: coded("INVOICE_NOT_FOUND") };
		for (const [first, cause] of [
			[unavailable, { name: "ServerError", status: 503 }],
			[throttled, undefined],
		] as const) {
			const { client } = clientOf(first, refused);
			const reversal = client.reversePayment("i", "p", { reason: "r" });
			const error = await thrownBy(reversal);
			expect(error).toMatchObject({ name: "NotFoundError" });
			expect((error as Error).cause).toEqual(
				cause && expect.objectContaining(cause),
			);
		}
	});

	it("with pauses of 10 s at most", async () => {
		const pauses = Array.from({ length: 32 }, (_, attempt) =>
			toPause(attempt, { firstMs: 200, longestMs: 10_000 }, () => 0.5),
		);
		expect(pauses.slice(0, 8)).toEqual([
			...[100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000],
		]);
		expect(new Set(pauses.slice(6))).toEqual(new Set([5_000]));
	});

	it.each([
		["3", 3_000],
		["0", 200],
		["86400", 60_000],
	])(
		"anything after a 429, as late as it asks, within a minute: %s s",
		async (seconds, pause) => {
			const asking = { ...throttled, headers: { "retry-after": seconds } };
			const { client, pauses } = clientOf(asking, vendor);
			await client.createVendor({ name: "Copper Works" });
			expect(pauses).toEqual([pause]);
		},
	);

	it("does not repeat a creation after a 503: it may have had an effect", async () => {
		const { client, requests } = clientOf(unavailable);
		const error = await thrownBy(client.createVendor({ name: "Copper Works" }));
		expect(error).toMatchObject({ isRetryable: false });
		expect(requests()).toBe(1);
	});

	describe("and cannot be sent again, because the connection is gone", () => {
		/** Loses the answer of the first request; then nothing listens. */
		function lostThenUnreachable() {
			const refused = Object.assign(new Error("connect"), {
				syscall: "connect",
			});
			let requests = 0;
			return new ProcurementPaymentsClient({
				...{ url: "https://service", apiKey: "secret", maxRetries: 2 },
				timing: { now: () => 0, random: () => 1, sleep: async () => {} },
				fetch: async () => {
					throw requests++ === 0
						? new TypeError("fetch failed")
						: new TypeError("fetch failed", { cause: refused });
				},
			});
		}

		it("may have arrived all the same", async () => {
			const reversal = lostThenUnreachable().reversePayment("i", "p", {
				reason: "r",
			});
			expect(await thrownBy(reversal)).toMatchObject({
				...{ name: "NoAnswerError", mayHaveArrived: true, isRetryable: true },
				message: expect.stringContaining("connect"),
				cause: { name: "NoAnswerError", mayHaveArrived: true },
			});
		});

		it("reports the failed connection if the request only reads", async () => {
			const read = lostThenUnreachable().getInvoice("i");
			expect(await thrownBy(read)).toMatchObject({
				...{ name: "NoAnswerError", mayHaveArrived: false },
				cause: { cause: { syscall: "connect" } },
			});
		});
	});

	it("the creation of a vendor under an id of the caller's", async () => {
		const { client, requests } = clientOf(unavailable, vendor);
		await client.createVendor({ name: "Copper Works", vendorId: "v" });
		expect(requests()).toBe(2);
	});
});

describe("a request without an answer", () => {
	const open = (fetch: typeof globalThis.fetch) =>
		new ProcurementPaymentsClient({
			url: "https://service",
			apiKey: "secret",
			maxRetries: 0,
			timeoutMs: 5,
			fetch,
		});
	/** Ends only when it is aborted. */
	const hang: typeof globalThis.fetch = (_, init) =>
		new Promise((_, reject) => {
			init?.signal?.addEventListener("abort", () =>
				reject(init.signal?.reason),
			);
		});

	/** Only the headers come. */
	const stall: typeof globalThis.fetch = async (_, init) => {
		const start = (body: ReadableStreamDefaultController) =>
			init?.signal?.addEventListener("abort", () =>
				body.error(init.signal?.reason),
			);
		return new Response(new ReadableStream({ start }));
	};

	it.each([
		["is not answered", hang],
		["whose answer does not end", stall],
	])("%s: it ends after the time that was set", async (_, fetch) => {
		const error = await thrownBy(open(fetch).createSkus({ skus: [] }));
		if (!(error instanceof NoAnswerError)) throw error;
		expect(error).toMatchObject({ mayHaveArrived: true, isRetryable: false });
		expect(error.message).toContain("No answer within 5 ms");
	});

	const post = "POST /v1.0/inventory/skus/bulk was not answered: ";
	const foreign = "The answer, of status 200, is not one of the service";
	const connect = Object.assign(new Error("Refused"), { syscall: "connect" });
	it.each<[string, () => Response, string, boolean]>([
		["a page", () => new Response("<html>"), foreign, true],
		["a number", () => new Response("5"), foreign, true],
		["null", () => new Response("null"), foreign, true],
		["another API's", () => new Response('{"detail":"No"}'), foreign, true],
		["a text", () => fail("No route"), "No route", true],
		["an error", () => fail(new Error("No route")), "No route", true],
		[
			"an error without words",
			() => fail(new Error("Failed", { cause: new Error("") })),
			...(["Failed", true] as const),
		],
		[
			"a text that led to an error",
			() => fail(new Error("Failed", { cause: "No route" })),
			...(["Failed", true] as const),
		],
		[
			"an error of connecting",
			() => fail(new Error("Failed", { cause: connect })),
			...(["Failed (Refused)", false] as const),
		],
		["no address", () => fail(new AggregateError([], "None")), "None", true],
	])("says why: %s", async (_, answer, reason, mayHaveArrived) => {
		const client = open(async () => answer());
		expect(await thrownBy(client.createSkus({ skus: [] }))).toMatchObject({
			...{ name: "NoAnswerError", message: `${post}${reason}` },
			...{ mayHaveArrived, isRetryable: !mayHaveArrived },
		});
	});

	it("counts a redirect as an error: nothing is sent to another address", async () => {
		const received: string[] = [];
		await using elsewhere = await startServer((request, response) => {
			received.push(`${request.method} ${request.url}`);
			response.end("{}");
		});
		await using service = await startServer((_, response) => {
			response.writeHead(307, { location: elsewhere.url }).end();
		});
		const client = new ProcurementPaymentsClient({
			url: service.url,
			apiKey: "secret",
			maxRetries: 0,
		});
		const error = await thrownBy(client.createSkus({ skus: [] }));
		expect(error).toBeInstanceOf(NoAnswerError);
		expect(received).toEqual([]);
	});

	it("ends with the reason of the signal", async () => {
		const controller = new AbortController();
		const { signal } = controller;
		const client = new ProcurementPaymentsClient({
			url: "https://service",
			apiKey: "secret",
			fetch: hang,
		});
		const error = thrownBy(client.getInvoice("inv-1", { signal }));
		controller.abort(new Error("Stopped"));
		expect(await error).toMatchObject({ message: "Stopped" });
	});
});
