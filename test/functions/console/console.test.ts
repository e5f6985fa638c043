import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { consoleEndpoint } from "../../../functions/console/endpoint.ts";
import { writeConsole } from "../../../lib/console-files.ts";
import { toApiEvent } from "../../support/api-event.ts";
import { CapturedLogger } from "../../support/captured-log.ts";
import { lambdaContext } from "../../support/lambda-context.ts";
import { mailLinkPageFolder } from "../../support/mail-link-page.ts";

const folder = mkdtempSync(join(tmpdir(), "console-"));
const version = "2.0.0+abcdef012345-dirty";
const files = join(folder, "files", "2.0.0-abcdef012345-dirty");
beforeAll(() => writeConsole(folder, version));
afterAll(() => rmSync(folder, { recursive: true }));

const handler = consoleEndpoint({
	pageFolder: folder,
	clock: () => new Date("2026-11-28T10:00:00Z"),
	newId: () => "01M8HZXJQ226CB84B7H3W2NJG3",
	logger: new CapturedLogger(),
	emitMetrics: () => {},
});

function get(path: string, headers: Record<string, string> = {}) {
	const [, below] = /^\/console\/(.+)$/.exec(path) ?? [];
	return handler(
		toApiEvent({
			method: "GET",
			path,
			routeKey: below ? "GET /console/{path+}" : "GET /console",
			headers,
			...(below && { pathParameters: { path: below } }),
		}),
		lambdaContext(),
	);
}

const namesOf = (pattern: RegExp) =>
	readdirSync(files).filter((name) => pattern.test(name));

const textOf = (name: string) => readFileSync(join(files, name), "utf8");

const sizeOf = (names: Iterable<string>) =>
	[...names]
		.map((name) => gzipSync(textOf(name)).length)
		.reduce((sum, size) => sum + size, 0);

/** A script with all that it cannot begin without. */
function withNeeded(name: string, known = new Set<string>()) {
	if (known.has(name)) return known;
	known.add(name);
	const imports = /(?:from|import)\s*"\.\/([^"]+)"/g;
	for (const [, needed = ""] of textOf(name).matchAll(imports))
		withNeeded(needed, known);
	return known;
}

/** From what each page is loaded, later than the frame. */
const pagesOf = (frame: readonly string[]) =>
	frame.flatMap((name) =>
		[...textOf(name).matchAll(/import\("\.\/([^"]+)"\)/g)].map(
			([, page = ""]) => page,
		),
	);

describe("the console", () => {
	it("answers the same page at every address, never cached, with the strict policy of the approval page", async () => {
		for (const path of [
			"/console",
			"/console/",
			"/console/org/acme/runs/01M8HZXJQ226CB84B7H3W2NJG3",
		]) {
			const { statusCode, headers, body } = await get(path);
			expect(statusCode).toBe(200);
			expect(headers).toMatchObject({
				"content-type": "text/html; charset=utf-8",
				"cache-control": "no-store",
				"referrer-policy": "no-referrer",
				"x-content-type-options": "nosniff",
				"content-security-policy":
					"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
			});
			expect(body).not.toMatch(/<script(?![^>]*src=)|style=|https?:/);
		}
	});

	it("is not kept at an address that ends like the name of a file", async () => {
		const { headers } = await get("/console/org/acme/runs/list-20261128.xlsx");
		expect(headers).toMatchObject({ "cache-control": "no-store" });
	});

	it("has browsers ask over HTTPS only, except on this machine", async () => {
		const header = "strict-transport-security";
		const { headers } = await get("/console");
		expect(headers).toMatchObject({ [header]: "max-age=63072000" });
		const event = toApiEvent({
			method: "GET",
			path: "/console",
			headers: {},
		});
		const local = { ...event.requestContext, domainName: "127.0.0.1:3000" };
		const onLoopback = await handler(
			{ ...event, routeKey: "GET /console", requestContext: local },
			lambdaContext(),
		);
		expect(onLoopback.statusCode).toBe(200);
		expect(Object.keys(onLoopback.headers ?? {})).not.toContain(header);
	});

	it("loads files whose paths have the version and a hash, which browsers keep for ever", async () => {
		const { body = "" } = await get("/console");
		const paths = [...body.matchAll(/"(\/console\/files\/[^"]+)"/g)].map(
			([, path = ""]) => path,
		);
		expect(paths.length).toBeGreaterThanOrEqual(3);
		for (const path of paths) {
			expect(path).toContain("/console/files/2.0.0-abcdef012345-dirty/");
			const { statusCode, headers } = await get(path);
			expect(statusCode).toBe(200);
			if (!path.endsWith("icon.svg"))
				expect(headers).toMatchObject({
					"cache-control": "public, max-age=31536000, immutable",
				});
		}
	});

	it("answers a file of another version with 404, and never with the page", async () => {
		const { statusCode, body } = await get("/console/files/1.9.0/main-AB.js");
		expect(statusCode).toBe(404);
		expect(body).toContain("NOT_FOUND");
	});

	it("finds no file outside of its folder", async () => {
		const { statusCode } = await get("/console/files/../../package.json");
		expect(statusCode).toBe(404);
	});

	it("compresses for browsers that accept it", async () => {
		const plain = await get("/console");
		const packed = await get("/console", { "accept-encoding": "br, gzip" });
		expect(packed).toMatchObject({
			isBase64Encoded: true,
			headers: { "content-encoding": "gzip", vary: "accept-encoding" },
		});
		const bytes = Buffer.from(packed.body ?? "", "base64");
		expect(gunzipSync(bytes).toString()).toBe(plain.body);
	});
});

describe("the size of the console, compressed", () => {
	it("what a page loads first stays below 52 KB, whichever it is", () => {
		const [main = ""] = namesOf(/^main-.*\.js$/);
		const frame = [...withNeeded(main), ...namesOf(/^console-.*\.css$/)];
		expect(sizeOf(frame)).toBeLessThan(32 * 1024);
		const pages = pagesOf(frame);
		// Each section and record, and the later steps of paying a file.
		expect(pages).toHaveLength(15);
		for (const page of pages) {
			const first = new Set([...frame, ...withNeeded(page)]);
			expect(sizeOf(first), page).toBeLessThan(52 * 1024);
		}
	});

	it("reading a file takes at most 40 KB more", () => {
		expect(sizeOf(namesOf(/^worker-.*\.js$/))).toBeLessThan(40 * 1024);
	});

	it("the page of mail links takes at most 24 KB", () => {
		const page = mailLinkPageFolder();
		const sizes = readdirSync(page).map(
			(name) => gzipSync(readFileSync(join(page, name))).length,
		);
		const sum = sizes.reduce((total, size) => total + size, 0);
		expect(sum).toBeLessThan(24 * 1024);
	});

	it("needs nothing of another origin", () => {
		for (const folder of [files, mailLinkPageFolder()])
			for (const name of readdirSync(folder))
				expect(readFileSync(join(folder, name), "utf8"), name).not.toMatch(
					/(?:src|href)="https?:|import\((?!"\.\/)|@import|url\(/,
				);
	});
});
