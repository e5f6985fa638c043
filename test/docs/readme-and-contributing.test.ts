import { expect, it } from "vitest";
import { apiFunctions, routesOf } from "../../lib/api-functions.ts";
import packageJson from "../../package.json" with { type: "json" };
import { exhibits } from "../../tools/exhibits/exhibits.ts";
import { commands } from "../../tools/operator/cli/commands.ts";
import { codeSpans, documents, readDocument } from "./markdown.ts";

const readme = readDocument("README.md");

it("README: the table of endpoints has every route, and no other", () => {
	const routes = apiFunctions
		.flatMap(routesOf)
		.map(({ method, path }) => `${method} ${path}`);
	const table = readme.split("\n").filter((line) => line.startsWith("| `"));
	const documented = codeSpans(table.join("\n")).filter((text) =>
		/^(GET|POST|PATCH|PUT|DELETE) \/v1\.0\/[\w/{}-]+$/.test(text),
	);
	expect(new Set(documented)).toEqual(new Set(routes));
});

it("README: each row of the table names the permissions of its endpoints, and no other", () => {
	const rows = readme.split("\n").filter((line) => line.startsWith("| `"));
	const isPermission = (text: string) => /^[a-z]+:[a-z-]+$/.test(text);
	for (const row of rows) {
		const spans = codeSpans(row);
		const needed = exhibits
			.filter(({ endpoint }) => spans.includes(endpoint.routeKey))
			.flatMap(({ endpoint, additionalPermission: additional }) => [
				...endpoint.permissions,
				...(additional ? [additional.permission] : []),
			]);
		expect([row, new Set(spans.filter(isPermission))]).toEqual([
			row,
			new Set(needed),
		]);
	}
});

it("contract 1: README and CONTRIBUTING name only npm scripts that exist", () => {
	const pages = readme + readDocument("CONTRIBUTING.md");
	const named = [...pages.matchAll(/npm run (?:--silent )?([\w:]+)/g)];
	const unknown = named
		.map(([, script = ""]) => script)
		.filter((script) => !(script in packageJson.scripts));
	expect(unknown).toEqual([]);
});

it("contract 5: README and the pages on operations name only operator's commands that exist", () => {
	const pages = documents().filter((path) => /^docs\/operations/.test(path));
	const text = ["README.md", ...pages].map(readDocument).join("\n");
	const named = [
		...text.matchAll(/npm run (?:--silent )?org -- ([a-z]+)(?: ([a-z]+))?/g),
		// In a line, and as a line of a shell block.
		...text.matchAll(/(?:`|^)org ([a-z]+)(?: ([a-z-]+))?/gm),
	];
	const unknown = named
		.map(([, first = "", second = ""]) => [first, `${first} ${second}`])
		.filter((names) => !names.some((name) => commands.has(name)));
	expect(unknown).toEqual([]);
});
