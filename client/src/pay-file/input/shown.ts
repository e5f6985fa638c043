const lengthMax = 40;

/** A text of the file as messages show it: in quotes, on one line, shortened. */
export function shown(text: string): string {
	const characters = [...text];
	return JSON.stringify(
		characters.length <= lengthMax
			? text
			: `${characters.slice(0, lengthMax).join("")}…`,
	);
}
