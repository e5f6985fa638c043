import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const projectRoot = join(import.meta.dirname, "../..");

/** All documents of the project, as paths from its root. */
export function documents(): string[] {
	const inDocs = readdirSync(join(projectRoot, "docs"), { recursive: true })
		.map((path) => `docs/${path}`)
		.filter((path) => path.endsWith(".md"));
	return ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", ...inDocs.sort()];
}

/** @param path From the project's root. */
export const readDocument = (path: string): string =>
	readFileSync(join(projectRoot, path), "utf8");

/**
 * The rows of the table whose header begins with this cell, each as its cells.
 *
 * @throws When there is no such table.
 */
export function tableRows(markdown: string, firstHeader: string): string[][] {
	const lines = markdown.split("\n");
	const header = lines.findIndex((line) => line.startsWith(`| ${firstHeader}`));
	if (header < 0) throw new Error(`There is no table "${firstHeader}"`);
	const rows = lines.slice(header + 2);
	const end = rows.findIndex((line) => !line.startsWith("|"));
	return rows.slice(0, end < 0 ? rows.length : end).map(toCells);
}

const toCells = (row: string) =>
	row
		.slice(1, -1)
		.split("|")
		.map((cell) => cell.trim());

/** The texts in backticks, code blocks left out. */
export function codeSpans(markdown: string): string[] {
	const prose = markdown.replaceAll(/^```.*?^```/gms, "");
	return [...prose.matchAll(/`([^`\n]+)`/g)].map(([, text = ""]) => text);
}
