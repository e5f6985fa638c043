import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { buildReference } from "../../../tools/reference/build-reference.ts";
import { referencePage } from "../../../tools/reference/reference-page.ts";

let folder: string;
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), "reference-"));
});
afterEach(() => rm(folder, { recursive: true }));

const read = (name: string) => readFile(join(folder, name), "utf8");

describe("npm run docs:build", () => {
	it("writes every file of the page, into a folder that it creates", async () => {
		const out = join(folder, "new", "docs");
		expect(buildReference(["--out", out])).toBe(out);
		const files = referencePage({ serverUrl: "/", filesAt: "./" });
		expect((await readdir(out)).sort()).toEqual([...files.keys()].sort());
	});

	it.each([
		"/",
		"https://api.example.com",
		"https://api.example.com/base",
		"http://127.0.0.1:3000",
	])("--url %s is where requests are sent", async (url) => {
		buildReference(["--out", folder, "--url", url]);
		const { servers } = JSON.parse(await read("openapi.json"));
		expect(servers[0].url).toBe(url);
	});

	it.each([
		"",
		"api.example.com",
		"ftp://api.example.com",
		"javascript:alert(1)",
		"https://api.example.com/",
		"https://user:password@api.example.com",
		"https://api.example.com?stage=dev",
		"https://api.example.com#top",
		"https://api.example.com; script-src *",
	])("--url '%s' is refused, and nothing is written", async (url) => {
		expect(() => buildReference(["--out", folder, "--url", url])).toThrow(
			RangeError,
		);
		expect(await readdir(folder)).toEqual([]);
	});

	it("an unknown flag is refused", () => {
		expect(() => buildReference(["--target", folder])).toThrow("--target");
	});
});
