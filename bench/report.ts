import { type Measurement, median, type Target } from "./ratio.ts";

const heading = ["measure", "median", "min", "max", "target"];

/** The figures as a Markdown table; a median that misses its target is marked. */
export function report(measurements: readonly Measurement[]): string {
	const rows = [
		heading,
		heading.map(() => "---"),
		...measurements.map(toCells),
	];
	return rows.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function toCells({ measure, samples, target }: Measurement): string[] {
	const middle = median(samples);
	const figures = [middle, Math.min(...samples), Math.max(...samples)];
	const verdict = target && !isMet(target, middle) ? " MISSED" : "";
	return [
		measure,
		...figures.map(toText),
		target ? `${describe(target)}${verdict}` : "",
	];
}

function isMet(target: Target, figure: number): boolean {
	return "atMost" in target
		? figure <= target.atMost
		: figure >= target.atLeast;
}

const describe = (target: Target) =>
	"atMost" in target ? `≤ ${target.atMost}` : `≥ ${target.atLeast}`;

/** Three significant digits: measured figures have no more. */
const toText = (figure: number) => String(Number(figure.toPrecision(3)));
