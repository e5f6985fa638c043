import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type OpenFront, openFront } from "./open-front.ts";

let opened: OpenFront;
beforeAll(async () => {
	opened = await openFront([
		"POST /things",
		"GET /things/{id}",
		"GET /things/all",
	]);
});
beforeEach(() => {
	opened.events.length = 0;
	opened.respond = async () => ({
		answer: JSON.stringify({ statusCode: 200 }),
	});
});
afterAll(() => opened[Symbol.asyncDispose]());

const get = (path = "/things/x") => fetch(`${opened.url}${path}`);
const post = (body: string) =>
	fetch(`${opened.url}/things`, {
		method: "POST",
		body,
		headers: { "content-type": "application/json" },
	});

describe("the gateway's own answers", () => {
	it.each([
		["GET", "/nothing"],
		["GET", "/things"],
		["GET", "/things/"],
		["GET", "/things/x/y"],
		["DELETE", "/things"],
		["HEAD", "/"],
		["POST", "/things/"],
	])("404: no route %s %s", async (method, path) => {
		const response = await fetch(`${opened.url}${path}`, { method });
		expect(response.status).toBe(404);
		if (method !== "HEAD")
			expect(await response.json()).toEqual({ message: "Not Found" });
	});

	it.each(["attacker.example:3000", "localhost.attacker.example", ""])(
		"403: a host that is not this machine, as of a page whose own name leads here: %j",
		async (host) => {
			const answer = await opened.sendRaw(
				"GET /things/x HTTP/1.1",
				`host: ${host}`,
				"connection: close",
				"",
			);
			expect(answer).toMatch(/^HTTP\/1\.1 403 /);
			expect(answer).toContain('{"message":"Forbidden"}');
			expect(opened.events).toEqual([]);
		},
	);

	it.each(["127.0.0.1:3000", "localhost", "LOCALHOST:8080", "[::1]:3000"])(
		"answers under the name %s",
		async (host) => {
			const answer = await opened.sendRaw(
				"GET /things/x HTTP/1.1",
				`host: ${host}`,
				"connection: close",
				"",
			);
			expect(answer).toMatch(/^HTTP\/1\.1 200 /);
		},
	);

	it("a literal path takes precedence over a parameter", async () => {
		await get("/things/all");
		expect(opened.events.at(-1)?.routeKey).toBe("GET /things/all");
	});

	/** The event of this front's POST, around its body. */
	const frame = async () => {
		await post("x");
		return Buffer.byteLength(JSON.stringify(opened.events.at(-1))) - 1;
	};

	it("404: CONNECT, and the connection ends", async () => {
		const answer = await opened.sendRaw(
			"CONNECT /things HTTP/1.1",
			"host: localhost",
			"",
		);
		expect(answer).toMatch(/^HTTP\/1\.1 404 /);
		expect(answer).toContain('{"message":"Not Found"}');
	});

	it("413: an event of more than 6,291,456 bytes of JSON, and not of fewer", async () => {
		// The length's own digits make the event six bytes longer.
		const largest = 6_291_456 - (await frame()) - 6;
		expect((await post("x".repeat(largest))).status).toBe(200);
		const refused = await post("x".repeat(largest + 1));
		expect(refused.status).toBe(413);
		expect(await refused.json()).toEqual({
			message: "Request Entity Too Large",
		});
	});

	it("413: a body far too large, and its connection serves the next request", async () => {
		const body = Buffer.alloc(20_000_000, "x");
		const answers = await opened.sendRaw(
			"POST /things HTTP/1.1",
			"host: localhost",
			// The end of the body's line is a part of it.
			`content-length: ${body.length + 2}`,
			"",
			body,
			"GET /things/x HTTP/1.1",
			"host: localhost",
			"connection: close",
			"",
		);
		expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual([
			"HTTP/1.1 413",
			"HTTP/1.1 200",
		]);
	});

	it("500: the function failed", async () => {
		opened.respond = async () => ({ failure: "it died" });
		const response = await get();
		expect(response.status).toBe(500);
		expect(await response.json()).toEqual({ message: "Internal Server Error" });
	});

	it.each([
		["a header that breaks its line", "x-a: b\rc"],
		["a header without a name", ": b"],
		["no host", "x-a: b"],
		[
			"a body without an end",
			"host: localhost\r\ntransfer-encoding: gzip, identity",
		],
	])("400 {error}: %s", async (_, line) => {
		const answer = await opened.sendRaw("GET /things/x HTTP/1.1", line, "");
		expect(answer).toMatch(/^HTTP\/1\.1 400 /);
		expect(answer).toContain('{"error":"Malformed request"}');
		expect(answer).toMatch(/x-request-id: \S+/);
	});
});

describe("a function's answer", () => {
	it.each([
		[
			"a structured one",
			{
				statusCode: 418,
				headers: { "Content-Type": "application/json" },
				body: "{}",
			},
			418,
			"application/json",
			"{}",
		],
		[
			"text is the default type",
			{ statusCode: 200, body: "é" },
			200,
			"text/plain; charset=utf-8",
			"é",
		],
		[
			"base64",
			{ statusCode: 200, body: "aGk=", isBase64Encoded: true },
			200,
			"text/plain; charset=utf-8",
			"hi",
		],
		[
			"any other object is 200 and JSON",
			{ a: 1 },
			200,
			"application/json",
			'{"a":1}',
		],
		["any text is 200 as it is", "hi", 200, "application/json", "hi"],
		["null", null, 200, "application/json", "null"],
		[
			"a status that is none",
			{ statusCode: "teapot", body: "" },
			500,
			"application/json",
			'{"message":"Internal Server Error"}',
		],
		[
			"a body that is no text",
			{ statusCode: 200, body: {} },
			500,
			"application/json",
			'{"message":"Internal Server Error"}',
		],
		[
			"a header that HTTP cannot carry",
			{ statusCode: 200, headers: { "x-a": "a\nb" } },
			500,
			"application/json",
			'{"message":"Internal Server Error"}',
		],
		[
			"a cookie that HTTP cannot carry",
			{ statusCode: 200, cookies: ["a=1", "b=\u0001"] },
			500,
			"application/json",
			'{"message":"Internal Server Error"}',
		],
	])("%s", async (_, answer, status, contentType, body) => {
		opened.respond = async () => ({ answer: JSON.stringify(answer) });
		const response = await get();
		expect(response.status).toBe(status);
		expect(response.headers.get("content-type")).toBe(contentType);
		expect(await response.text()).toBe(body);
	});

	it("sets its cookies one by one", async () => {
		const answer = { statusCode: 200, cookies: ["a=1", "b=\u20ac"] };
		opened.respond = async () => ({ answer: JSON.stringify(answer) });
		const inUtf8 = Buffer.from("b=\u20ac").toString("latin1");
		expect((await get()).headers.getSetCookie()).toEqual(["a=1", inUtf8]);
	});
});

describe("stopping", () => {
	it("answers the requests that are running, refuses new ones with 503, and then ends", async () => {
		const front = await openFront(["GET /things/{id}"]);
		const finish = Promise.withResolvers<void>();
		const started = Promise.withResolvers<void>();
		front.respond = async () => {
			started.resolve();
			await finish.promise;
			return { answer: '"done"' };
		};
		const running = fetch(`${front.url}/things/x`);
		await started.promise;
		const late = await front.openRaw(
			"GET /nothing HTTP/1.1",
			"host: localhost",
			"",
			"GET /things/late HTTP/1.1",
		);
		// A connection whose request has not begun to arrive would simply be closed.
		await late.answered;
		const stopped = front.front.stop();
		late.send("host: localhost", "connection: close", "");
		expect(await late.received).toMatch(
			/^HTTP\/1\.1 404 .*HTTP\/1\.1 503 .*\{"message":"Service Unavailable"\}$/s,
		);
		finish.resolve();
		expect(await (await running).text()).toBe("done");
		await stopped;
		await expect(fetch(`${front.url}/things/x`)).rejects.toThrow();
	});

	it("does not wait for a caller who never finishes a request", async () => {
		const front = await openFront([]);
		const caller = await front.openRaw(
			"GET / HTTP/1.1",
			"host: localhost",
			"",
			"GET / HTTP/1.1",
		);
		await caller.answered;
		await front.front.stop();
		// The answer to the first request, and none to the second.
		expect((await caller.received).match(/HTTP\/1\.1 \d+/g)).toEqual([
			"HTTP/1.1 404",
		]);
	});
});

it("console W1: localhost leads to 127.0.0.1 in the console, since the issuer returns to one host", async () => {
	await using opened = await openFront(["GET /console/{page+}"]);
	const { port } = new URL(opened.url);
	const send = (host: string, path: string) =>
		opened.sendRaw(
			`GET ${path} HTTP/1.1`,
			`host: ${host}`,
			"connection: close",
			"",
		);
	const answer = await send(
		`localhost:${port}`,
		"/console/org/acme?state=DRAFT",
	);
	expect(answer).toMatch(/^HTTP\/1\.1 302 /);
	expect(answer).toContain(
		`location: http://127.0.0.1:${port}/console/org/acme?state=DRAFT\r\n`,
	);
	expect(await send(`127.0.0.1:${port}`, "/console/one")).toMatch(/ 200 /);
	expect(await send(`localhost:${port}`, "/consoles")).toMatch(/ 404 /);
});
