/**
 * What could steer a terminal, or make a line look like two: control characters, separators of lines, and characters
 * that change the direction of the text after them.
 */
const steering = /[\p{Cc}\u2028\u2029\p{Bidi_Control}]/gu;

/** Escapes what could steer a terminal, also line breaks: a message with a caller's text stays one line. */
export const toSingleLine = (text: string): string =>
	text.replaceAll(steering, escaped);

/** Escapes what could steer a terminal. Lines stay lines, and JSON keeps its meaning. */
export const toTerminalText = (text: string): string =>
	text.replaceAll(steering, (character) =>
		character === "\n" || character === "\t" ? character : escaped(character),
	);

/** Escapes what JSON leaves as it is: it escapes control characters up to U+001F only. */
export const escapeBeyondJson = (text: string): string =>
	text.replaceAll(steering, (character) =>
		character < " " ? character : escaped(character),
	);

/** Escapes a text as JSON does, which leaves some of these characters as they are. */
function escaped(character: string): string {
	const json = JSON.stringify(character).slice(1, -1);
	if (json !== character) return json;
	return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
