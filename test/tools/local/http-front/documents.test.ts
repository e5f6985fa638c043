import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { documents } from "../../../../tools/local/http-front/documents.ts";
import { startPage } from "../../../../tools/local/http-front/start-page.ts";
import { type OpenFront, openFront } from "./open-front.ts";

let opened: OpenFront;
beforeAll(async () => {
	opened = await openFront(["POST /docs", "GET /docs/routed"], {
		findDocument: documents({ demo: { note: "**A note.**", apiKey: "a-key" } }),
	});
});
afterAll(() => opened[Symbol.asyncDispose]());

const get = (path: string, headers: Record<string, string> = {}) =>
	fetch(`${opened.url}${path}`, { headers });

describe("GET /docs", () => {
	it.each([
		["/docs", "text/html; charset=utf-8"],
		["/docs/", "text/html; charset=utf-8"],
		["/docs/openapi.json", "application/json; charset=utf-8"],
		["/docs/swagger-ui-bundle.js", "text/javascript; charset=utf-8"],
		["/docs/reference.js", "text/javascript; charset=utf-8"],
		["/docs/swagger-ui.css", "text/css; charset=utf-8"],
		["/docs/frame.css", "text/css; charset=utf-8"],
		["/docs/icon.svg", "image/svg+xml; charset=utf-8"],
		["/docs/LICENSE", "text/plain; charset=utf-8"],
	])("%s is served as %s, with an ETag and a policy", async (path, type) => {
		const response = await get(path);
		expect(response.status).toBe(200);
		expect(Object.fromEntries(response.headers)).toMatchObject({
			"content-type": type,
			"cache-control": "no-cache",
			"content-security-policy": "frame-ancestors 'none'",
			"x-content-type-options": "nosniff",
		});
		const body = Buffer.from(await response.arrayBuffer());
		expect(response.headers.get("content-length")).toBe(`${body.length}`);

		const etag = response.headers.get("etag") ?? "";
		const again = await get(path, { "if-none-match": `"another", ${etag}` });
		expect(again.status).toBe(304);
		expect(await again.text()).toBe("");
		expect(again.headers.get("etag")).toBe(etag);
		expect(again.headers.get("content-length")).toBeNull();
		const changed = await get(path, { "if-none-match": '"another"' });
		expect(changed.status).toBe(200);
	});

	it("the introduction has the note, and requests go to the page's own origin", async () => {
		const document = await (await get("/docs/openapi.json")).text();
		expect(JSON.parse(document)).toMatchObject({
			info: { description: expect.stringMatching(/\*\*A note\.\*\*$/) },
			servers: [{ url: "/" }],
		});
	});

	it("/openapi.json is the document as it is written", async () => {
		const response = await get("/openapi.json");
		expect(await response.text()).toBe(
			await readFile("docs/openapi.json", "utf8"),
		);
	});
});

describe("GET /", () => {
	const answer = async (hasMails: boolean) => {
		const page = await startPage({ hasMails })("/");
		return `${page?.body}`;
	};

	it("leads to the console, the API reference, and the mails and events", async () => {
		const links = (await answer(true)).matchAll(/<a href="([^"]+)"/g);
		expect([...links].map(([, href]) => href)).toEqual([
			"/console",
			"/docs",
			"/mail",
		]);
	});

	it("has no link to mails where none are sent", async () => {
		expect(await answer(false)).not.toContain("/mail");
	});
});

describe("where API Gateway has no route, and there is no document", () => {
	it.each([
		["GET", "/docs/unknown"],
		["GET", "/docs/../docs"],
		["GET", "/docs//"],
		["GET", "/docs/index.html/"],
		["GET", "/docs/constructor"],
		["GET", "/docsx"],
		["POST", "/"],
		["POST", "/docs/"],
		["DELETE", "/docs"],
		["POST", "/openapi.json"],
	])("%s %s is a 404 {message}", async (method, path) => {
		const answer = await opened.sendRaw(
			`${method} ${path} HTTP/1.1`,
			"host: localhost",
			"connection: close",
			"",
		);
		expect(answer).toMatch(/^HTTP\/1\.1 404 /);
		expect(answer).toContain('{"message":"Not Found"}');
	});
});

describe("a route of the API takes precedence over a document", () => {
	it("another method on the same path", async () => {
		await fetch(`${opened.url}/docs`, { method: "POST" });
		expect(opened.events.at(-1)?.routeKey).toBe("POST /docs");
	});

	it("the same method and path", async () => {
		await using shadowed = await openFront(["GET /{page}"], {
			findDocument: documents(),
		});
		await fetch(`${shadowed.url}/docs`);
		expect(shadowed.events.at(-1)?.routeKey).toBe("GET /{page}");
	});
});
