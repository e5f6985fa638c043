import {
	type TableSpeed,
	tableSpeeds,
} from "../../../bench/scale/assumptions.ts";
import type { Curve, Point } from "../../../bench/scale/curves.ts";

const speedOf = (name: TableSpeed["name"]): TableSpeed => {
	const speed = tableSpeeds.find((one) => one.name === name);
	if (!speed) throw new Error(`No table is ${name}`);
	return speed;
};

/** A point of 1,000 invoices: 1,050 write units, 200 ms of workers. */
export const point = (changed: Partial<Point>): Point => ({
	speed: speedOf("fresh"),
	workers: 1,
	organizations: 1,
	invoices: 1_000,
	rate: 100,
	rateMax: 3_900,
	seconds: 10,
	acceptedMilliseconds: 1_000,
	writeUnits: 1_050,
	acceptedWriteUnits: 50,
	readUnits: 1_000,
	hottestKey: { key: "batch", writeUnits: 20 },
	queue: {
		requests: 6,
		invocations: 2,
		invokedMilliseconds: 200,
		resent: 0,
	},
	httpRequests: 1,
	...changed,
});

/** @param rates Of so many workers. */
export const curve = (
	name: TableSpeed["name"],
	organizations: number,
	rates: Record<number, number>,
): Curve => ({
	speed: speedOf(name),
	organizations,
	points: Object.entries(rates).map(([workers, rate]) =>
		point({
			speed: speedOf(name),
			organizations,
			invoices: 1_000 / organizations,
			workers: Number(workers),
			rate,
		}),
	),
});
