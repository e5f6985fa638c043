/** Escapes control characters, so that a message with a caller's text is one line. */
export const toSingleLine = (text: string) =>
	text.replaceAll(/[\p{Cc}\u2028\u2029]/gu, (character) =>
		JSON.stringify(character).slice(1, -1),
	);
