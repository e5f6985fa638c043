import type { Archive } from "../archive/unzip.ts";
import { parseXml } from "./parse-xml.ts";
import { readRelationships } from "./relationships.ts";

const shownMax = 5;
const textLengthMax = 80;

/** Lists the comments at cells, which are not read. They may say "do not pay", so that a person must see them. */
export async function readComments(
	archive: Archive,
	sheetPath: string,
): Promise<string[]> {
	const parts = await readRelationships(archive, sheetPath);
	const comments = new Map<string, string>();
	// Newer kinds of comments are also stored in this older form.
	for (const { type, target } of parts)
		if (type === "comments" && archive.has(target))
			await collect(archive, target, comments);
	if (comments.size === 0) return [];
	const shown = [...comments]
		.slice(0, shownMax)
		.map(([cell, text]) => `${cell} ${JSON.stringify(shorten(text))}`);
	const more = comments.size > shownMax ? ", …" : "";
	return [
		`The sheet has ${comments.size === 1 ? "a comment" : `${comments.size} comments`}, which ${comments.size === 1 ? "is" : "are"} not read: ${shown.join(", ")}${more}.`,
	];
}

const shorten = (text: string) =>
	text.length > textLengthMax ? `${text.slice(0, textLengthMax)}…` : text;

async function collect(
	archive: Archive,
	path: string,
	comments: Map<string, string>,
) {
	let cell = "";
	let isInText = false;
	await parseXml(archive.read(path), {
		open(name, attributes) {
			if (name === "comment") {
				cell = attributes.ref ?? "";
				comments.set(cell, "");
			}
			isInText = name === "t";
		},
		close() {
			isInText = false;
		},
		text(text) {
			if (isInText) comments.set(cell, (comments.get(cell) ?? "") + text);
		},
	});
}
