/**
 * A caller's text as a message names it: what is longer than so many characters loses its middle. So no message, and
 * no answer, is as large as what was sent.
 */
export function shorten(text: string, charactersMax = 100): string {
	if (text.length <= charactersMax) return text;
	const endLength = Math.floor(charactersMax / 3);
	// No character is cut in half: the text stays well-formed.
	const start = text
		.slice(0, charactersMax - endLength - 1)
		.replace(/[\uD800-\uDBFF]$/, "");
	const end = text.slice(-endLength).replace(/^[\uDC00-\uDFFF]/, "");
	return `${start}…${end}`;
}
