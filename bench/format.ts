/** A Markdown table; the first row is its heading. */
export function toMarkdownTable(rows: readonly (readonly string[])[]): string {
	const [heading = [], ...others] = rows;
	return [heading, heading.map(() => "---"), ...others]
		.map((cells) => `| ${cells.join(" | ")} |`)
		.join("\n");
}

/** Three significant digits: measured figures have no more. */
export const toThreeDigits = (figure: number) => Number(figure.toPrecision(3));

/** Writes a figure with a comma for thousands. */
export const toFigure = (figure: number) =>
	toThreeDigits(figure).toLocaleString("en");

/** `1 worker`, `2 workers` */
export const toCount = (count: number, noun: string) =>
	`${count} ${noun}${count === 1 ? "" : "s"}`;
