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
	/** The anchor of the guide on the page. */
	id: string;
	title: string;
	/** The guide as Markdown, with links to what the page has. */
	text: string;
}

export const guides = (): Guide[] =>
	names.map((name) => {
		const file = join(import.meta.dirname, `../../docs/guides/${name}.md`);
		const markdown = readFileSync(file, "utf8");
		const [, title = name] = /^# (.*)$/m.exec(markdown) ?? [];
		return { id: idOf(name), title, text: onPage(belowTitle(markdown, 3)) };
	});

/** Removes the title, which the page has, and comments, and lowers the headings by that many levels. */
export const belowTitle = (markdown: string, levels: number): string =>
	markdown
		.replace(/^# .*\n+/, "")
		.replaceAll(/^<!--.*-->\n+/gm, "")
		.replaceAll(/^##(?=#* )/gm, "#".repeat(1 + levels));

/** Makes links lead to places of the page. Links to other documents of the project, which it lacks, become texts. */
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
