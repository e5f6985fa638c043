import { expect, it } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { readDocument } from "./markdown.ts";

const markdown = readDocument("docs/reliability.md");

it("docs/reliability.md: each guarantee of the architecture document belongs to a promise", () => {
	const guarantees = readDocument("docs/architecture.md")
		.split("## Guarantees")[1]
		?.match(/^\| (\d+) \|/gm)
		?.map((row) => Number(row.match(/\d+/)));
	const promised = [
		...markdown.matchAll(/^\| [^|]+ \| ([\d, ]+) \| [^|]+ \|$/gm),
	].flatMap(([, numbers = ""]) => numbers.split(", ").map(Number));
	// 8, of logs, is a matter of `docs/security.md`.
	expect([...promised, 8].toSorted((a, b) => a - b)).toEqual(
		expect.arrayContaining(guarantees ?? []),
	);
	expect(guarantees?.length).toBeGreaterThan(10);
});

it("docs/reliability.md: each test command has a row of its last run, and each row is of one", () => {
	const commands = Object.keys(packageJson.scripts).filter((name) =>
		name.startsWith("test:"),
	);
	const run = [...markdown.matchAll(/^\| `npm run ([\w:]+)` \|/gm)].map(
		([, command]) => command,
	);
	expect(run.toSorted()).toEqual(commands.toSorted());
});
