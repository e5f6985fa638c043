import { join } from "node:path";
import { expect } from "vitest";
import { projectRoot } from "./markdown.ts";
import { runPage } from "./run-page.ts";

/** Runs the page's commands; each answer must be the one it shows. */
export async function expectPage(path: string) {
	const page = await runPage(path);
	await expect(page).toMatchFileSnapshot(join(projectRoot, path));
}
