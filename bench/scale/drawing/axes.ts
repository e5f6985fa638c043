import { chunkSource } from "../../../lib/chunk-source.ts";

/** The area of the curves in the picture, in pixels. */
export const plot = { left: 76, top: 84, width: 560, height: 330 };

/** Logarithmic: twice as much is the same distance everywhere. */
export interface Scale {
	toPixel(value: number): number;
	ticks: readonly number[];
}

export const workersScale: Scale = {
	ticks: [1, 2, 5, 10, 20, 40],
	toPixel: (workers) => plot.left + plot.width * share(workers, 0.9, 44),
};

export const rateScale: Scale = {
	ticks: [2_000, 5_000, 10_000, 20_000, 50_000],
	toPixel: (rate) => plot.top + plot.height * (1 - share(rate, 1_800, 100_000)),
};

/** Where a value is between two others. */
const share = (value: number, from: number, to: number) =>
	Math.log(value / from) / Math.log(to / from);

export function axes(): string {
	const bottom = plot.top + plot.height;
	const right = plot.left + plot.width;
	const columns = workersScale.ticks.map((workers) => {
		const x = workersScale.toPixel(workers).toFixed(1);
		return `<line x1="${x}" x2="${x}" y1="${plot.top}" y2="${bottom}" stroke="#eaeef2"/>
<text x="${x}" y="${bottom + 20}" text-anchor="middle">${workers}${workers === chunkSource.workers ? " (default)" : ""}</text>`;
	});
	const rows = rateScale.ticks.map((rate) => {
		const y = rateScale.toPixel(rate).toFixed(1);
		return `<line x1="${plot.left}" x2="${right}" y1="${y}" y2="${y}" stroke="#eaeef2"/>
<text x="${plot.left - 8}" y="${Number(y) + 4}" text-anchor="end">${rate.toLocaleString("en")}</text>`;
	});
	return `<g font-size="12" fill="#59636e">
${[...columns, ...rows].join("\n")}
<path d="M${plot.left} ${plot.top}V${bottom}H${right}" fill="none" stroke="#818b98"/>
<text x="${plot.left + plot.width / 2}" y="${bottom + 44}" text-anchor="middle">payment workers at once</text>
<text transform="translate(18 ${plot.top + plot.height / 2}) rotate(-90)" text-anchor="middle">invoices paid a second</text>
</g>`;
}
