/**
 * A text for a terminal: names and bank references come from others, and must neither steer the terminal nor write to
 * its clipboard. Control characters but line breaks and tabs, separators of lines, and characters that change the
 * direction of the text after them are shown as their code points.
 */
export const toTerminalText = (text: string): string =>
	text.replaceAll(
		/(?![\n\t])[\p{Cc}\u2028\u2029\p{Bidi_Control}]/gu,
		(character) =>
			`\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
	);
