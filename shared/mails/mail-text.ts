import { shorten } from "../values/shorten.ts";

/**
 * A caller's text for a mail: one line, at most so long, without characters that change how the text around it reads.
 * A line break in a narration could imitate a line of the mail, one in a subject could add a header.
 */
export const toMailText = (text: string, charactersMax: number): string =>
	shorten(
		text
			.toWellFormed()
			.replaceAll(unwanted, " ")
			.replaceAll(/ {2,}/g, " ")
			.trim(),
		charactersMax,
	);

/** Control characters, line and paragraph separators, and characters that change the direction of the text after them. */
const unwanted = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

export const escapeHtml = (text: string): string =>
	text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
