import { expect, it } from "vitest";
import { endpoints, routesOf } from "../../lib/endpoints.ts";
import { parseHttpFile } from "./http-file.ts";
import { readDocument } from "./markdown.ts";

const requests = parseHttpFile(readDocument("docs/requests.http"));
const base = "http://127.0.0.1:3000";

/** Does a path, such as `/v1.0/vendor/v-1`, belong to a route, such as `/v1.0/vendor/{vendorId}`? Fixed routes come first. */
const routes = endpoints
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
