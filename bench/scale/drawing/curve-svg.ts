import { toCount, toFigure } from "../../format.ts";
import type { Bound } from "../bounds.ts";
import { axes, plot, rateScale, workersScale } from "./axes.ts";

/** A line of the picture. */
export interface DrawnCurve {
	table: "fresh" | "warmed";
	organizations: number;
	points: readonly { workers: number; rate: number }[];
}

const width = 830;
const height = 480;
const colours = { fresh: "#bc4c00", warmed: "#0969da" };
/** Height of a line of text. */
const lineHeight = 15;

/** The ground is opaque and light, so that it is readable on a page of any colour. */
export function toCurveSvg(
	curves: readonly DrawnCurve[],
	bounds: readonly Bound[],
): string {
	return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="Helvetica, Arial, sans-serif" role="img">
<title>Invoices paid a second against the number of payment workers</title>
<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="6" fill="#ffffff" stroke="#d1d9e0"/>
<text x="20" y="32" font-size="17" font-weight="bold" fill="#1f2328">Invoices paid a second, by payment workers at once</text>
<text x="20" y="54" font-size="13" fill="#59636e">Simulated on a virtual clock with the service’s own code; both axes logarithmic</text>
${axes()}
${bounds.map(toBoundLine).join("\n")}
${curves.map(toLine).join("\n")}
${toLabels(curves)}
</svg>
`;
}

function toBoundLine({ name, rate }: Bound): string {
	const y = rateScale.toPixel(rate);
	return `<g fill="#59636e" font-size="11">
<line x1="${plot.left}" x2="${plot.left + plot.width}" y1="${y.toFixed(1)}" y2="${y.toFixed(1)}" stroke="#818b98" stroke-dasharray="2 3"/>
<text x="${plot.left + plot.width - 6}" y="${(y - 8).toFixed(1)}" text-anchor="end">${escaped(name)} → ${toRate(rate)}</text>
</g>`;
}

/** Dashed for one organization, which has one batch at a time. */
function toLine({ table, organizations, points }: DrawnCurve): string {
	const colour = colours[table];
	const places = points.map(({ workers, rate }) =>
		[workersScale.toPixel(workers), rateScale.toPixel(rate)].map((pixel) =>
			pixel.toFixed(1),
		),
	);
	const dashes = organizations === 1 ? ' stroke-dasharray="7 4"' : "";
	const marks = places.map(
		([x, y]) =>
			`<circle cx="${x}" cy="${y}" r="3.5" fill="${organizations === 1 ? "#ffffff" : colour}" stroke="${colour}" stroke-width="1.5"/>`,
	);
	return `<path d="M${places.map((place) => place.join(" ")).join("L")}" fill="none" stroke="${colour}" stroke-width="2"${dashes}/>
${marks.join("")}`;
}

/** Places labels next to the last point of each curve, from the top, none over another. */
function toLabels(curves: readonly DrawnCurve[]): string {
	let free = 0;
	const labels = curves
		.map((curve) => ({ ...curve, last: curve.points.at(-1)?.rate ?? 1 }))
		.toSorted((a, b) => b.last - a.last)
		.map(({ table, organizations, last }) => {
			const y = Math.max(rateScale.toPixel(last) - 2, free);
			free = y + 2 * lineHeight + 4;
			const who = toCount(organizations, "organization");
			const x = plot.left + plot.width + 12;
			return `<text x="${x}" y="${y.toFixed(1)}" font-weight="bold" fill="${colours[table]}">${table} table, ${toRate(last)}</text>
<text x="${x}" y="${(y + lineHeight).toFixed(1)}" fill="${colours[table]}">${who}</text>`;
		});
	return `<g font-size="12">
${labels.join("\n")}
</g>`;
}

const toRate = (rate: number) => `${toFigure(rate)}/s`;

const escaped = (text: string) =>
	text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
