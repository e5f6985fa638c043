import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const projectRoot = join(import.meta.dirname, "../..");

/** All documents of the project, as paths from its root. */
export function documents(): string[] {
	const inDocs = readdirSync(join(projectRoot, "docs"), { recursive: true })
		.map((path) => `docs/${path}`)
		.filter((path) => path.endsWith(".md"));
	return ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"].concat(
		["client/README.md", "client/PAY.md"],
		inDocs.sort(),
	);
}

/** @param path From the project's root. */
export const readDocument = (path: string): string =>
	readFileSync(join(projectRoot, path), "utf8");

/**
 * A document with its generated part replaced.
 *
 * @param marker What the comment before the part says that it is written from.
 * @throws When the document has no such part.
 */
export function withGenerated(
	markdown: string,
	marker: string,
	part: string,
): string {
	const begin = `<!-- Generated from ${marker} -->\n\n`;
	const end = "\n\n<!-- End -->";
	const [before, rest = ""] = markdown.split(begin);
	const [former] = rest.split(end, 1);
	if (former === undefined || former === rest)
		throw new Error(`There is no part that is generated from ${marker}`);
	return `${before}${begin}${part}${rest.slice(former.length)}`;
}

/**
 * The items of the list or lists below a heading, up to the next one, each as its term and what is said of it
 * (`- term: text`). Nested items belong to the text.
 *
 * @throws When there is no such heading.
 */
export function listItems(markdown: string, heading: string): string[][] {
	const section = markdown
		.split(/^#+ /m)
		.find((text) => text.startsWith(`${heading}\n`));
	if (!section) throw new Error(`There is no heading "${heading}"`);
	const items = section.split(/^- /m).slice(1);
	return items.map((item) => {
		const [lines = ""] = item.split("\n\n", 1);
		const text = lines.trim().replaceAll(/\s*\n\s*/g, " ");
		const [term = ""] = text.split(": ", 1);
		return [term, text.slice(term.length + 2)];
	});
}

/** The texts in backticks, code blocks left out. */
export function codeSpans(markdown: string): string[] {
	const prose = markdown.replaceAll(/^```.*?^```/gms, "");
	return [...prose.matchAll(/`([^`\n]+)`/g)].map(([, text = ""]) => text);
}
