import type { Mutant } from "./mutant.ts";

/**
 * The file's text with the bug in it.
 *
 * @throws When the place is not there exactly once: the code has moved on, and the list must follow.
 */
export function plant(
	text: string,
	{ id, file, search, replace }: Mutant,
): string {
	const [before, after, ...others] = text.split(search);
	if (before !== undefined && after !== undefined && others.length === 0)
		return before + replace + after;
	const times = after === undefined ? "not" : `${others.length + 1} times`;
	throw new Error(`${id}: ${file} has ${times}: ${search}`);
}
