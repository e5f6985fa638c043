import { tableSpeeds, unitsPerPartition } from "./assumptions.ts";
import type { Point } from "./curves.ts";

/** A rate that no number of workers exceeds. */
export interface Bound {
	name: string;
	/** Invoices a second. */
	rate: number;
}

/**
 * @param batch The largest batch: its one record counts its chunks, so that this record's partition bounds the batch.
 */
export function toBounds({
	invoices,
	writeUnits,
	hottestKey,
}: Pick<Point, "invoices" | "writeUnits" | "hottestKey">): Bound[] {
	const rateOf = (unitsPerSecond: number, units: number) =>
		(unitsPerSecond / units) * invoices;
	return [
		...tableSpeeds.map(({ name, writes }) => ({
			name: `${name} table: ${writes.toLocaleString("en")} write units/s`,
			rate: rateOf(writes, writeUnits),
		})),
		{
			name: "record of one batch: 1,000 write units/s",
			rate: rateOf(unitsPerPartition.writes, hottestKey.writeUnits),
		},
	];
}
