import { tableSpeeds, unitsPerPartition } from "./assumptions.ts";
import type { Point } from "./curves.ts";

/** A rate that no number of workers exceeds. */
export interface Bound {
	name: string;
	/** Invoices a second. */
	rate: number;
}

/**
 * Upper bounds on the rate: the table's write capacity divided by what the workers write for an invoice, and the capacity
 * of one partition divided by what a batch's record takes for an invoice.
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
