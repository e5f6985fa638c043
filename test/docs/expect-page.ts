import { join } from "node:path";
import { expect } from "vitest";
import { documents, projectRoot } from "./markdown.ts";
import { runPage } from "./run-page.ts";

/** Pages whose commands take long: `npm run test:guides` runs them, `npm test` the others. */
const longPages = [
	"deploy",
	"going-to-production",
	"paying-at-scale",
	"pipeline",
].map((name) => `docs/guides/${name}.md`);

export const pagesWithCommands = (areLong: boolean) =>
	[
		"README.md",
		...documents().filter((path) => path.startsWith("docs/guides/")),
	].filter((path) => longPages.includes(path) === areLong);

/** Runs the page's commands; each answer must be the one it shows. */
export async function expectPage(path: string) {
	const page = await runPage(path);
	await expect(page).toMatchFileSnapshot(join(projectRoot, path));
}
