import { expect, it } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { readDocument } from "./markdown.ts";

const markdown = readDocument("docs/reliability.md");

it("docs/reliability.md: each test command has its last full run, once", () => {
	const partsOfAll = ["test:slow", "test:long"];
	const commands = Object.keys(packageJson.scripts).filter(
		(name) => name.startsWith("test:") && !partsOfAll.includes(name),
	);
	const run = [...markdown.matchAll(/^- `(test:\w+)` \(/gm)].map(
		([, command]) => command,
	);
	expect(run.toSorted()).toEqual(commands.toSorted());
});
