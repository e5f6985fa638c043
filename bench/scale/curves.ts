import { availableParallelism } from "node:os";
import { join } from "node:path";
import { type Remote, startRemote } from "../rig/remote.ts";
import { type TableSpeed, tableSpeeds } from "./assumptions.ts";
import type { Setting, Simulated } from "./simulate.ts";

export interface Curve {
	speed: TableSpeed;
	organizations: number;
	points: Point[];
}

export interface Point extends Setting, Simulated {}

const manyOrganizations = 50;
/** As many as a request can name. */
export const invoicesOfBatchMax = 40_000;

/** How many invoices a point takes to show its sustained rate, all organizations together. */
const invoicesOfMany: Record<TableSpeed["name"], Record<number, number>> = {
	fresh: { 1: 1e4, 2: 2e4, 5: 2e4, 10: 3e4, 40: 4e4 },
	warmed: { 1: 1e4, 2: 1e4, 5: 2e4, 10: 3e4, 20: 4e4, 40: 4e4 },
};
/** A fresh table is busy with two workers. */
const workersOfOne: Record<TableSpeed["name"], number[]> = {
	fresh: [1, 10, 40],
	warmed: [1, 2, 10, 40],
};

/** Simulates every point, as many at once as there are processors. */
export async function measureCurves(): Promise<Curve[]> {
	const settings = tableSpeeds.flatMap(settingsOf);
	const points: Point[] = [];
	const started = Array.from(
		{ length: Math.min(availableParallelism(), settings.length) },
		startSimulation,
	);
	// The largest first: none of them is left for the end.
	const waiting = settings
		.toSorted(
			(a, b) => b.organizations * b.invoices - a.organizations * a.invoices,
		)
		.values();
	await Promise.all(
		started.map(async (simulation) => {
			for (const setting of waiting) {
				const simulated = await simulation.ask(setting);
				const { speed, organizations, workers } = setting;
				console.error(
					`${speed.name} table, organizations: ${organizations}, workers: ${workers}: ${Math.round(simulated.rate)} invoices/s`,
				);
				// Within the few seconds measured, the table may add capacity that was unused while throttled workers paused.
				const rate = Math.min(simulated.rate, simulated.rateMax);
				points.push({ ...setting, ...simulated, rate });
			}
			await simulation.stop();
		}),
	);
	return tableSpeeds.flatMap((speed) =>
		[1, manyOrganizations].map((organizations) => ({
			speed,
			organizations,
			points: points
				.filter((point) => point.speed.name === speed.name)
				.filter((point) => point.organizations === organizations)
				.sort((a, b) => a.workers - b.workers),
		})),
	);
}

const startSimulation = (): Remote<Setting, Simulated> =>
	startRemote(join(import.meta.dirname, "simulation-process.ts"), {
		args: [],
		env: { PATH: process.env.PATH ?? "" },
	});

const settingsOf = (speed: TableSpeed): Setting[] => [
	...workersOfOne[speed.name].map((workers) => ({
		speed,
		workers,
		organizations: 1,
		invoices: invoicesOfBatchMax,
	})),
	...Object.entries(invoicesOfMany[speed.name]).map(([workers, invoices]) => ({
		speed,
		workers: Number(workers),
		organizations: manyOrganizations,
		invoices: invoices / manyOrganizations,
	})),
];
