import { join } from "node:path";
import { expect, it } from "vitest";
import { documents, projectRoot } from "./markdown.ts";
import { runPage } from "./run-page.ts";

const pages = [
	"README.md",
	...documents().filter((path) => path.startsWith("docs/guides/")),
];

it.each(pages)(
	"%s: its commands run one after the other, and answer what it shows (`--update` records the answers)",
	async (path) => {
		const page = await runPage(path);
		await expect(page).toMatchFileSnapshot(join(projectRoot, path));
	},
);
