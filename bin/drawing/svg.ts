import type { Panel, PanelLine } from "./panels.ts";

/** Pixels of a column and of a row. */
const column = 54;
const row = 32;
const columns = 24;
const gap = 4;
const lineHeight = 19;
const padding = 12;

const colours = [
	"#1f77b4",
	"#ff7f0e",
	"#2ca02c",
	"#d62728",
	"#9467bd",
	"#8c564b",
];

export function toSvg(panels: readonly Panel[]): string {
	const width = columns * column;
	const height = row * Math.max(...panels.map(({ y, height }) => y + height));
	return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="Helvetica, Arial, sans-serif" role="img">
<title>Layout of the dashboard: each graph with its metrics</title>
<rect width="${width}" height="${height}" fill="#f2f3f3"/>
${panels.map(toBox).join("\n")}
</svg>
`;
}

function toBox(panel: Panel): string {
	const left = panel.x * column + gap;
	const top = panel.y * row + gap;
	const width = panel.width * column - 2 * gap;
	const height = panel.height * row - 2 * gap;
	const lines = panel.lines.map((line, index) =>
		toLine(line, { index, width, top: 44 + index * lineHeight }),
	);
	return `<g transform="translate(${left} ${top})">
<rect width="${width}" height="${height}" rx="4" fill="#ffffff" stroke="#d5dbdb"/>
<text x="${padding}" y="22" font-size="13" font-weight="bold" fill="#16191f">${escaped(panel.title)}</text>
${lines.join("\n")}
</g>`;
}

/** The label on the left; on the right, in grey, the metrics behind it. */
function toLine(
	{ label, metrics, isSeries }: PanelLine,
	{ index, width, top }: { index: number; width: number; top: number },
): string {
	const mark = isSeries
		? `<circle cx="${padding + 4}" cy="${top - 4}" r="4" fill="${colours[index % colours.length]}"/>`
		: "";
	const indent = isSeries ? padding + 14 : padding;
	return `${mark}<text x="${indent}" y="${top}" font-size="11" fill="#16191f">${escaped(label)}</text>${
		metrics.length > 0
			? `<text x="${width - padding}" y="${top}" font-size="10" fill="#687078" text-anchor="end">${escaped(metrics.join(", "))}</text>`
			: ""
	}`;
}

export const escaped = (text: string) =>
	text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
