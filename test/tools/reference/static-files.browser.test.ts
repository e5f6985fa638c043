import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { buildReference } from "../../../tools/reference/build-reference.ts";
import { startApi } from "./fake-api.ts";
import { authorize, openReference, tryOut } from "./opened-page.ts";
import { serveFolder } from "./serve-folder.ts";
import { useReference } from "./use-reference.ts";

const reference = useReference();
let folder: string;
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), "reference-"));
});
afterEach(() => rm(folder, { recursive: true }));

it("npm run docs:build: the files work on any server in any folder, and send requests to --url, which allows it by CORS", async () => {
	await using api = await startApi();
	await using host = await serveFolder(folder, "/some/folder/");
	buildReference(["--url", api.url, "--out", folder]);
	await using opened = await openReference(reference.browser, host.url);
	const { page, problems, origins } = opened;
	expect([...origins]).toEqual([new URL(host.url).origin]);
	expect(await page.locator(".info").innerText()).not.toContain("demo");
	expect(await page.locator(".servers").innerText()).toContain(api.url);

	await authorize(page, "a-key");
	const operation = await tryOut(page, "markAsPaid");
	await operation.getByPlaceholder("x-idempotency-key").fill("attempt-1");
	await operation.getByRole("button", { name: "Execute" }).click();
	const result = operation.locator(".live-responses-table .response");
	expect(await result.innerText()).toMatch(/^200\b/);
	expect(api.requests).toEqual([
		{
			method: "POST",
			url: "/v1.0/payment/mark-as-paid",
			headers: expect.objectContaining({
				authorization: "Api-Key a-key",
				"x-idempotency-key": "attempt-1",
			}),
		},
	]);
	expect(problems).toEqual([]);
});

it("npm run docs:build: a page on another origin than the service cannot try requests, as the service answers no CORS headers", async () => {
	await using host = await serveFolder(folder, "/");
	buildReference(["--url", reference.stackUrl, "--out", folder]);
	await using opened = await openReference(reference.browser, host.url);
	await authorize(opened.page, "demo-admin-key");
	const operation = await tryOut(opened.page, "getOrganization");
	await operation.getByRole("button", { name: "Execute" }).click();
	const result = operation.locator(".live-responses-table .response");
	expect(await result.innerText()).toContain("Failed to fetch");
	expect(opened.problems.join()).toContain("CORS policy");
});
