import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { apiFunctions, routesOf } from "../../lib/api-functions.ts";
import { runStack } from "../tools/local/run-stack.ts";
import { parseHttpFile } from "./http-file.ts";
import { readDocument } from "./markdown.ts";

const requests = parseHttpFile(readDocument("docs/requests.http"));
const base = "http://127.0.0.1:3000";

/** Does a path, such as `/v1.0/vendor/v-1`, belong to a route, such as `/v1.0/vendor/{vendorId}`? Fixed routes come first. */
const routes = apiFunctions
	.flatMap(routesOf)
	.map(({ method, path }) => ({
		key: `${method} ${path}`,
		pattern: new RegExp(
			`^${method} ${path.replaceAll(".", "\\.").replaceAll(/{\w+}/g, "[^/]+")}$`,
		),
	}))
	.toSorted(
		(one, other) => one.key.split("{").length - other.key.split("{").length,
	);

it("docs/requests.http: has a request of every route, and none that is no route", () => {
	const found = requests.map(({ method, url }) => {
		const path = url.slice(base.length).split("?", 1)[0];
		return routes.find(({ pattern }) => pattern.test(`${method} ${path}`))?.key;
	});
	expect(new Set(found)).toEqual(new Set(routes.map(({ key }) => key)));
});

it("docs/requests.http: every request begins with the base variable, and no variable is unused", () => {
	const file = readDocument("docs/requests.http");
	for (const { url } of requests) expect(url).toMatch(`${base}/v1.0/`);
	const names = [...file.matchAll(/^@(\w+)/gm)].map(([, name]) => name);
	expect(names.filter((name) => !file.includes(`{{${name}}}`))).toEqual([]);
});

it("docs/requests.http: a fresh local stack answers every request, from the top, with the status that it names", async () => {
	const folder = mkdtempSync(join(tmpdir(), "requests-"));
	try {
		await using stack = runStack("--port", "0", "--data-dir", folder);
		const base = `${await stack.ready()}/v1.0`;
		const sent = parseHttpFile(readDocument("docs/requests.http"), { base });
		const answered: string[] = [];
		for (const { url, title, status, ...request } of sent) {
			const response = await fetch(url, request);
			answered.push(`${title}: ${response.status}`);
			if (response.status !== status) answered.push(await response.text());
			else await response.body?.cancel();
		}
		expect(answered).toEqual(
			sent.map(({ title, status }) => `${title}: ${status}`),
		);
	} finally {
		rmSync(folder, { recursive: true });
	}
});
