/** The first code points of a text. */
export const cutCodePoints = (text: string, length: number): string =>
	// A code point has at most two UTF-16 units, so the rest need not be split.
	Array.from(text.slice(0, 2 * length))
		.slice(0, length)
		.join("");
