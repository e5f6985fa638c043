import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { chunkSource } from "../../lib/chunk-source.ts";
import type { Measurement } from "../ratio.ts";
import { toBounds } from "../scale/bounds.ts";
import { type Curve, measureCurves, type Point } from "../scale/curves.ts";
import { toCurveSvg } from "../scale/drawing/curve-svg.ts";
import { millionWithin } from "../scale/million.ts";
import {
	boundsTable,
	consumptionTable,
	curvesTable,
	millionTable,
} from "../scale/tables.ts";

const image = join(import.meta.dirname, "../../docs/images/scale.svg");

/** Invoices a second against the number of workers, simulated: prints the numbers of `docs/performance.md`, "Scale", and draws its picture. */
export const scale = async (): Promise<Measurement[]> =>
	showCurves(await measureCurves());

function showCurves(curves: readonly Curve[]): Measurement[] {
	const oneBatch = pointOf(curves, "fresh", 1);
	const bounds = toBounds(oneBatch);
	const within = {
		"in a day": millionWithin(86_400, curves),
		"in an hour": millionWithin(3_600, curves),
		"in two minutes": millionWithin(120, curves),
	};
	const last = curves
		.filter(({ organizations }) => organizations === 1)
		.flatMap(({ points }) => points.at(-1) ?? []);
	console.log(
		[
			curvesTable(curves),
			boundsTable(bounds),
			consumptionTable([oneBatch, ...last]),
			millionTable(within),
		].join("\n\n"),
	);
	writeFileSync(
		image,
		toCurveSvg(
			curves.map(({ speed, ...curve }) => ({ table: speed.name, ...curve })),
			bounds,
		),
	);
	const rate = pointOf(curves, "fresh", 50).rate;
	return [
		{
			measure: `scale: invoices a second of a fresh table, ${chunkSource.workers} workers / the table's bound`,
			samples: [rate / (bounds[0]?.rate ?? Number.NaN)],
			target: { atLeast: 0.95 },
		},
	];
}

function pointOf(
	curves: readonly Curve[],
	table: string,
	organizations: number,
): Point {
	const point = curves
		.find(
			(curve) =>
				curve.speed.name === table && curve.organizations === organizations,
		)
		?.points.find(({ workers }) => workers === chunkSource.workers);
	if (!point) throw new Error("This point was not measured");
	return point;
}
