import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The guides of `docs/guides` for those who call the service, in reading order. */
const names = [
	"getting-started",
	"idempotency-and-lost-answers",
	"paying-at-scale",
	"paying-a-list",
	"from-draft-to-advance",
	"python",
];

export interface Guide {
	/** Its anchor on the page. */
	id: string;
	title: string;
	/** Markdown, with links to what the page has. */
	text: string;
}

export const guides = (): Guide[] =>
	names.map((name) => {
		const file = join(import.meta.dirname, `../../docs/guides/${name}.md`);
		const markdown = readFileSync(file, "utf8");
		const [, title = name] = /^# (.*)$/m.exec(markdown) ?? [];
		return { id: idOf(name), title, text: onPage(belowTitle(markdown, 3)) };
	});

/** Without title and comments, and with headings that many levels lower: the page has the title. */
export const belowTitle = (markdown: string, levels: number): string =>
	markdown
		.replace(/^# .*\n+/, "")
		.replaceAll(/^<!--.*-->\n+/gm, "")
		.replaceAll(/^##(?=#* )/gm, "#".repeat(1 + levels));

/** Links lead to places of the page. What it does not have, the project's other documents, remains as text. */
export const onPage = (markdown: string): string =>
	markdown.replaceAll(
		/\[([^\]]+)\]\(([^)\s]+)\)/g,
		(link, text: string, target: string) => {
			if (/^https?:/.test(target)) return link;
			const [, name = ""] = /([\w-]+)\.md/.exec(target) ?? [];
			if (names.includes(name)) return `[${text}](#${idOf(name)})`;
			return name === "errors" ? `[${text}](#errors)` : text;
		},
	);

const idOf = (name: string) => `guide-${name}`;
