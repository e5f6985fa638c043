const lengthMax = 500;

/** A line may repeat an option or a path of any length. Its start and its end stay, since the end says what is right. */
export const shortenLines = (text: string): string =>
	text.split("\n").map(shorten).join("\n");

function shorten(line: string): string {
	if (line.length <= lengthMax) return line;
	return `${line.slice(0, lengthMax / 2)}…${line.slice(-lengthMax / 2)}`;
}
