import { toCount, toFigure, toMarkdownTable } from "../format.ts";
import type { Bound } from "./bounds.ts";
import type { Curve, Point } from "./curves.ts";
import { dollarsOf, invoicesOf, type MillionWithin } from "./million.ts";

/** Writes the invoices a second of each curve for each number of workers. */
export function curvesTable(curves: readonly Curve[]): string {
	const workers = [
		...new Set(curves.flatMap(({ points }) => points.map(toWorkers))),
	].sort((a, b) => a - b);
	return toMarkdownTable([
		["workers", ...workers.map(String)],
		...curves.map(({ speed, organizations, points }) => [
			`${speed.name}, ${toCount(organizations, "organization")}`,
			...workers.map((count) => {
				const point = points.find((one) => one.workers === count);
				return point ? toFigure(point.rate) : "";
			}),
		]),
	]);
}

/** What an invoice of a point consumes. */
export const consumptionTable = (points: readonly Point[]): string =>
	toMarkdownTable([
		[
			"point",
			"write units an invoice",
			"of these to accept",
			"read units",
			"chunks sent again",
			"worker ms an invoice",
			"$ a million",
		],
		...points.map((point) => {
			const count = invoicesOf(point);
			const { queue } = point;
			return [
				`${point.speed.name}, ${point.organizations}, ${point.workers} workers`,
				(point.writeUnits / count).toFixed(3),
				(point.acceptedWriteUnits / count).toFixed(3),
				(point.readUnits / count).toFixed(3),
				`${queue.resent}`,
				(queue.invokedMilliseconds / count).toFixed(2),
				((dollarsOf(point) / count) * 1e6).toFixed(3),
			];
		}),
	]);

export const boundsTable = (bounds: readonly Bound[]): string =>
	toMarkdownTable([
		["bound", "invoices a second"],
		...bounds.map(({ name, rate }) => [name, toFigure(rate)]),
	]);

export function millionTable(
	within: Readonly<Record<string, MillionWithin>>,
): string {
	const columns = Object.values(within);
	const row = (name: string, cell: (one: MillionWithin) => string) => [
		name,
		...columns.map(cell),
	];
	const organizations = columns[0]?.sufficient.map((one) => one.organizations);
	return toMarkdownTable([
		["1,000,000 invoices", ...Object.keys(within)],
		row("invoices a second", ({ rate }) => toFigure(rate)),
		row("write units a second", (one) => toFigure(one.writeUnitsPerSecond)),
		row("a batch of 40,000 every", (one) =>
			toDuration(one.secondsBetweenBatches),
		),
		row("workers busy, on average", (one) => toFigure(one.workersBusy)),
		...(organizations ?? []).map((count, index) =>
			row(`enough for ${toCount(count, "organization")}`, (one) =>
				toSetup(one.sufficient[index]?.point),
			),
		),
		row("$", ({ dollars }) => dollars.toFixed(2)),
	]);
}

const toSetup = (point: Point | null | undefined) =>
	point
		? `${point.speed.name} table, ${toCount(point.workers, "worker")}`
		: "nothing measured";

const toWorkers = ({ workers }: Point) => workers;

const toDuration = (seconds: number) =>
	seconds < 600 ? `${toFigure(seconds)} s` : `${toFigure(seconds / 60)} min`;
