import { shorten } from "../../text/shorten.ts";

/**
 * A caller's text for a mail: one line of limited length, without characters that change how the text around it reads.
 * A line break in a narration could imitate a line of the mail, one in a subject could add a header. Mail programs make
 * links of URLs, names of hosts and addresses, but the mail has one link (A9): a word joiner, which is not
 * seen and does not count, breaks them.
 */
export const toMailText = (text: string, charactersMax: number): string =>
	shorten(
		text
			.toWellFormed()
			.replaceAll(unwanted, " ")
			.replaceAll(/ {2,}/g, " ")
			.trim(),
		charactersMax,
	).replaceAll(linkable, `$&${wordJoiner}`);

/**
 * Control characters, line and paragraph separators, and characters that change the direction of the text after them.
 */
const unwanted = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/**
 * The colon of a scheme, and the dots of a host's name: `https:`, `www.`, `example.` before what follows. Names of
 * hosts may have three other dots too (IDNA), which browsers read as this one.
 */
const linkable = /:(?=\/\/)|[.\u3002\uff0e\uff61](?=\p{L})/gu;
const wordJoiner = "\u2060";

export const escapeHtml = (text: string): string =>
	text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
