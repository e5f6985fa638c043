/** Names may have line breaks in them; a message has none. */
export const toOneLine = (text: string) =>
	text.replaceAll(/[\p{Cc}\u2028\u2029]/gu, (character) =>
		JSON.stringify(character).slice(1, -1),
	);
