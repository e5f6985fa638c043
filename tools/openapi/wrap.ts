/** Documents and comments of the code have lines of at most 120 characters. */
const lineLength = 120;

/** @param indent How many characters come before each line. */
export function wrap(text: string, indent: number): string[] {
	const lines: string[] = [];
	for (const word of text.split(" ")) {
		const longer = [...lines.slice(-1), word].join(" ");
		if (lines.length > 0 && longer.length <= lineLength - indent)
			lines[lines.length - 1] = longer;
		else lines.push(word);
	}
	return lines;
}
