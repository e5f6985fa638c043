import { expect, it } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { commands } from "../../tools/operator/cli/commands.ts";
import { documents, readDocument } from "./markdown.ts";

const readme = readDocument("README.md");

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
