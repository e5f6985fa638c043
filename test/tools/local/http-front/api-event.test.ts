import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type OpenFront, openFront } from "./open-front.ts";

let opened: OpenFront;
beforeAll(async () => {
	opened = await openFront(["POST /v1.0/things", "GET /v1.0/things/{thingId}"]);
});
afterAll(() => opened[Symbol.asyncDispose]());

const lastEvent = () => opened.events.at(-1);

const post = (body: string | Blob, contentType?: string) =>
	fetch(`${opened.url}/v1.0/things`, {
		method: "POST",
		body,
		...(contentType && { headers: { "content-type": contentType } }),
	});

describe("payload format 2.0, as API Gateway sends it", () => {
	it("has route, path, method, client and time of the request", async () => {
		await fetch(`${opened.url}/v1.0/things/a%20b?x=1`, {
			headers: { "user-agent": "tester" },
		});
		expect(lastEvent()).toMatchObject({
			version: "2.0",
			routeKey: "GET /v1.0/things/{thingId}",
			rawPath: "/v1.0/things/a b",
			pathParameters: { thingId: "a b" },
			isBase64Encoded: false,
			requestContext: {
				stage: "$default",
				routeKey: "GET /v1.0/things/{thingId}",
				requestId: expect.stringMatching(/./),
				http: {
					method: "GET",
					path: "/v1.0/things/a b",
					protocol: "HTTP/1.1",
					sourceIp: "127.0.0.1",
					userAgent: "tester",
				},
				time: expect.stringMatching(
					/^\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d \+0000$/,
				),
				timeEpoch: expect.any(Number),
			},
		});
		expect(lastEvent()).not.toHaveProperty("body");
	});

	describe("the path is decoded once, before a route is looked for", () => {
		const routeKeys = [
			"GET /v1.0/things/{thingId}",
			"GET /v1.0/things/{thingId}/parts",
			"GET /v1.0/things/all",
		];
		/** Without a route, the answer's status. */
		const find = async (front: OpenFront, path: string) => {
			front.events.length = 0;
			const { status } = await fetch(`${front.url}/v1.0/things/${path}`);
			const [event] = front.events;
			return event ? [event.routeKey, event.pathParameters ?? {}] : status;
		};
		const [thing, parts, all] = routeKeys;

		it.each([
			["a%20b+%C3%BC", [thing, { thingId: "a b+ü" }]],
			["%61%6c%6C", [all, {}]],
			["a%252Fb", [thing, { thingId: "a%2Fb" }]],
			["a%3Fb%23?c", [thing, { thingId: "a?b#" }]],
			["a%2Fb", 404],
			["a%2Fparts", [parts, { thingId: "a" }]],
			["a%2F", 404],
			["%2Fparts", 404],
			["%E0%A4%A%zz%20", [thing, { thingId: "%E0%A4%A%zz " }]],
		])("%s", async (path, found) => {
			await using front = await openFront(routeKeys);
			expect(await find(front, path)).toEqual(found);
		});

		it.each([
			["a%3Fb", [thing, { thingId: "a" }]],
			["a%3F%2Fparts", [thing, { thingId: "a" }]],
			["%3F", 404],
		])(
			"a gateway that cuts at a decoded question mark: %s",
			async (path, found) => {
				await using front = await openFront(routeKeys, {
					cutsAtQuestionMark: true,
				});
				expect(await find(front, path)).toEqual(found);
			},
		);
	});

	it.each([
		["names in lower case", ["X-UPPER: v"], { "x-upper": "v" }],
		[
			"repeated headers joined with commas",
			["x-a: 1", "X-A: 2"],
			{ "x-a": "1,2" },
		],
		["text as UTF-8", [Buffer.from("x-a: zażółć")], { "x-a": "zażółć" }],
		[
			"text as Latin-1, when it is no UTF-8",
			[Buffer.from("x-a: é\u0085", "latin1")],
			{ "x-a": "é\u0085" },
		],
		[
			"control characters",
			["x-a: a\u0001\u0000b\u007f"],
			{ "x-a": "a\u0001\u0000b\u007f" },
		],
		[
			"C1 control characters",
			[Buffer.from("x-a: a\u0085b")],
			{ "x-a": "a\u0085b" },
		],
		["an empty value", ["x-a:"], { "x-a": "" }],
		[
			"none of the connection's own",
			["te: trailers"],
			{ te: undefined, connection: undefined },
		],
		[
			"__proto__ like any other",
			["__proto__: v"],
			JSON.parse(`{"__proto__": "v"}`),
		],
	])("headers: %s", async (_, lines, expected) => {
		await opened.sendRaw(
			"GET /v1.0/things/x HTTP/1.1",
			"host: localhost",
			"connection: close",
			...lines,
			"",
		);
		const headers = lastEvent()?.headers ?? {};
		for (const [name, value] of Object.entries(expected))
			expect(
				Object.entries(headers).find(([key]) => key === name)?.[1],
			).toEqual(value);
	});

	it("cookies stand apart", async () => {
		await fetch(`${opened.url}/v1.0/things/x`, {
			headers: { cookie: "a=1; b=2" },
		});
		expect(lastEvent()?.cookies).toEqual(["a=1", "b=2"]);
		expect(lastEvent()?.headers).not.toHaveProperty("cookie");
	});

	it.each([
		["?limit=10&cursor=a%20b", { limit: "10", cursor: "a b" }],
		["?a=1&a=2", { a: "1,2" }],
		["?a", { a: "" }],
		["", undefined],
	])("query string %j", async (query, parameters) => {
		await fetch(`${opened.url}/v1.0/things/x${query}`);
		expect(lastEvent()?.queryStringParameters).toEqual(parameters);
		expect(lastEvent()?.rawQueryString).toBe(query.slice(1));
	});

	it.each([
		["application/json", false],
		["Application/JSON; charset=utf-8", false],
		["text/csv", false],
		["application/xml", false],
		["application/javascript", false],
		["application/x-www-form-urlencoded", true],
		["application/octet-stream", true],
		["application/jsonp", true],
	])("a body of type %s: base64 %j", async (contentType, isBase64Encoded) => {
		await post("{é}", contentType);
		expect(lastEvent()).toMatchObject({
			isBase64Encoded,
			body: isBase64Encoded ? Buffer.from("{é}").toString("base64") : "{é}",
			headers: { "content-length": "4" },
		});
	});

	it("a body without a type is base64", async () => {
		await post(new Blob(["{}"]));
		expect(lastEvent()).toMatchObject({ isBase64Encoded: true, body: "e30=" });
	});
});
