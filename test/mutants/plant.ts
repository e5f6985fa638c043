import type { Mutant } from "./mutant.ts";

/**
 * The file's text with the bug in it. The place is found by its tokens, however the code is formatted.
 *
 * @throws When the place is not there exactly once: the code has moved on, and the list must follow.
 */
export function plant(
	text: string,
	{ id, file, search, replace }: Mutant,
): string {
	const places = [...text.matchAll(toPattern(search))];
	const [place] = places;
	if (place && places.length === 1) {
		const end = place.index + place[0].length;
		return text.slice(0, place.index) + replace + text.slice(end);
	}
	const times = place ? `${places.length} times` : "not";
	throw new Error(`${id}: ${file} has ${times}: ${search}`);
}

/** Between tokens any space, and before a bracket that closes a comma: so the formatter breaks long lines. */
function toPattern(search: string): RegExp {
	const tokens = search.match(/\w+|[^\s\w]/g) ?? [];
	const patterns = tokens.map((token) => {
		const escaped = token.replace(/\W/, "\\$&");
		return /[)\]}]/.test(token) ? `,?\\s*${escaped}` : escaped;
	});
	return new RegExp(`${leadingSpace(search)}${patterns.join("\\s*")}`, "g");
}

const leadingSpace = (search: string) => (/^\s/.test(search) ? "\\s*" : "");
