const lengthMax = 40;

/**
 * A text of the file as messages show it: in quotes, on one line and shortened. Characters that cannot be seen, or that
 * would change how a terminal shows the rest, are written as codes.
 */
export function quote(text: string): string {
	const characters = [...text];
	const shown =
		characters.length <= lengthMax
			? text
			: `${characters.slice(0, lengthMax).join("")}…`;
	return JSON.stringify(shown).replace(
		/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
		(character) =>
			`\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`,
	);
}
