/** Shortens a caller's text for a message: a longer text loses its middle. This keeps messages and responses small. */
export function shorten(text: string, charactersMax = 100): string {
	if (text.length <= charactersMax) return text;
	const endLength = Math.floor(charactersMax / 3);
	// Does not split surrogate pairs: the text stays well-formed.
	const start = text
		.slice(0, charactersMax - endLength - 1)
		.replace(/[\uD800-\uDBFF]$/, "");
	const end = text.slice(-endLength).replace(/^[\uDC00-\uDFFF]/, "");
	return `${start}…${end}`;
}
