import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const echo = createServer(async (request, response) => {
	const { method, url, headers } = request;
	const { "x-idempotency-key": key } = headers;
	response.end(JSON.stringify({ method, url, key, body: await text(request) }));
});
beforeAll(async () => {
	await once(echo.listen(0, "127.0.0.1"), "listening");
});
afterAll(() => echo.close());

async function curl(args: readonly string[], input = "") {
	// It listens on a port.
	const { port } = echo.address() as AddressInfo;
	const script = join(import.meta.dirname, "curl.ts");
	const url = `http://127.0.0.1:${port}/a?b=1`;
	const child = spawn(process.execPath, [script, url, ...args]);
	child.stdin.end(input);
	return JSON.parse(await text(child.stdout));
}

describe("the substitute for curl", () => {
	it.each([
		[[], { method: "GET", body: "" }],
		[["-s", "-H", "x-idempotency-key: a:b"], { method: "GET", key: "a:b" }],
		[["-d", '{"a":1}'], { method: "POST", body: '{"a":1}' }],
		[["-d", "@-"], { method: "POST", body: "from a pipe" }],
		[["-d", "@package.json"], { method: "POST", body: /procurement-payments/ }],
		[["-X", "PATCH", "-d", "{}"], { method: "PATCH", body: "{}" }],
	])("%j", async (args, request) => {
		const sent = await curl(args, "from a pipe");
		expect(sent).toMatchObject({
			url: "/a?b=1",
			...request,
			...("body" in request &&
				request.body instanceof RegExp && {
					body: expect.stringMatching(request.body),
				}),
		});
	});
});
