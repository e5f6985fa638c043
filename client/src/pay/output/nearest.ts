import { toComparable } from "../../payment-file/payments/vendors.ts";

/** The text that the user may have meant: it begins with the user's text, or differs from it in a few letters. */
export function nearest(
	text: string,
	candidates: readonly string[],
): string | undefined {
	const wanted = toComparable(text);
	if (wanted === "") return undefined;
	const start = candidates.find((one) => toComparable(one).startsWith(wanted));
	if (start !== undefined) return start;
	const distanceMax = Math.floor(wanted.length / 4);
	const [best] = candidates
		.map((one) => ({ one, distance: distanceOf(wanted, toComparable(one)) }))
		.filter(({ distance }) => distance <= distanceMax)
		.toSorted((one, other) => one.distance - other.distance);
	return best?.one;
}

/** How many letters must be added, left out or changed to make one text of the other (Levenshtein). */
function distanceOf(one: string, other: string): number {
	let row = Array.from({ length: other.length + 1 }, (_, index) => index);
	for (const [index, letter] of [...one].entries()) {
		const next = [index + 1];
		for (let column = 1; column <= other.length; column++)
			next.push(
				Math.min(
					(row[column] ?? 0) + 1,
					(next[column - 1] ?? 0) + 1,
					(row[column - 1] ?? 0) + (letter === other[column - 1] ? 0 : 1),
				),
			);
		row = next;
	}
	return row[other.length] ?? 0;
}
