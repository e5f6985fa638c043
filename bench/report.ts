import { toMarkdownTable, toThreeDigits } from "./format.ts";
import { type Measurement, quantile, type Target } from "./ratio.ts";

const heading = ["measure", "median", "quartiles", "disturbed", "target"];

/** The figures as a Markdown table. */
export function report(measurements: readonly Measurement[]): string {
	return toMarkdownTable([heading, ...measurements.map(toCells)]);
}

/** Whether the median and both quartiles miss the target, so that scatter alone does not explain the miss. */
export function isMissed({ samples, target }: Measurement): boolean {
	if (!target) return false;
	return [0.25, 0.5, 0.75].every(
		(fraction) => !isMet(target, quantile(samples, fraction)),
	);
}

function toCells(measurement: Measurement): string[] {
	const { measure, samples, target } = measurement;
	const figure = (fraction: number) =>
		String(toThreeDigits(quantile(samples, fraction)));
	return [
		measure,
		figure(0.5),
		samples.length > 1 ? `${figure(0.25)} to ${figure(0.75)}` : "",
		toDisturbance(measurement),
		target ? describe(target) + toVerdict(measurement, target) : "",
	];
}

function toDisturbance({
	samples,
	disturbedCount = 0,
	includesDisturbed,
}: Measurement) {
	if (disturbedCount === 0) return "";
	return includesDisturbed
		? `${disturbedCount} of ${samples.length}, kept`
		: `${disturbedCount} of ${disturbedCount + samples.length}, left out`;
}

function toVerdict(measurement: Measurement, target: Target): string {
	if (isMissed(measurement)) return " MISSED";
	return isMet(target, quantile(measurement.samples, 0.5))
		? ""
		: " within the quartiles";
}

function isMet(target: Target, figure: number): boolean {
	return "atMost" in target
		? figure <= target.atMost
		: figure >= target.atLeast;
}

const describe = (target: Target) =>
	"atMost" in target ? `≤ ${target.atMost}` : `≥ ${target.atLeast}`;
