import { tableSpeeds, unitsPerPartition } from "./assumptions.ts";
import type { Point } from "./curves.ts";

/** A rate that no number of workers exceeds. */
export interface Bound {
	name: string;
	/** Invoices a second. */
	rate: number;
}

/**
 * What the workers write, at the table's speed; and what the record of a batch takes, which counts its chunks: all of
 * them are one partition's.
 *
 * @param point Of one batch of the largest size.
 */
export function toBounds({
	invoices,
	writeUnits,
	acceptedWriteUnits,
	hottestKey,
}: Pick<
	Point,
	"invoices" | "writeUnits" | "acceptedWriteUnits" | "hottestKey"
>): Bound[] {
	const rateOf = (unitsPerSecond: number, units: number) =>
		(unitsPerSecond / units) * invoices;
	return [
		...tableSpeeds.map(({ name, writes }) => ({
			name: `${name} table: ${writes.toLocaleString("en")} write units/s`,
			rate: rateOf(writes, writeUnits - acceptedWriteUnits),
		})),
		{
			name: "record of one batch: 1,000 write units/s",
			rate: rateOf(unitsPerPartition.writes, hottestKey.writeUnits),
		},
	];
}
