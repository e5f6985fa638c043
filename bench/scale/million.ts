import { toDollars } from "../prices.ts";
import { type Curve, invoicesOfBatchMax, type Point } from "./curves.ts";

const million = 1e6;
/** Memory of every function. */
const gigabytes = 1;

/** What it takes to pay a million invoices within a time. */
export interface MillionWithin {
	/** Invoices a second. */
	rate: number;
	/** Time between two batches of the largest size that a request can have. */
	secondsBetweenBatches: number;
	writeUnitsPerSecond: number;
	/** The slowest table and the fewest workers that suffice, for each number of organizations; null: none does. */
	sufficient: { organizations: number; point: Point | null }[];
	/** Workers that are busy, on average. */
	workersBusy: number;
	dollars: number;
}

/** @param curves From the slowest table to the fastest. */
export function millionWithin(
	seconds: number,
	curves: readonly Curve[],
): MillionWithin {
	const rate = million / seconds;
	const sufficient = Object.entries(
		Object.groupBy(curves, ({ organizations }) => organizations),
	).map(([organizations, own = []]) => ({
		organizations: Number(organizations),
		point:
			own.flatMap(({ points }) => points).find((point) => point.rate >= rate) ??
			null,
	}));
	const point = sufficient.find(({ point }) => point)?.point;
	if (!point) throw new Error(`No point reaches ${rate} invoices a second`);
	const perInvoice = 1 / invoicesOf(point);
	const { writeUnits, queue } = point;
	return {
		rate,
		secondsBetweenBatches: invoicesOfBatchMax / rate,
		writeUnitsPerSecond: writeUnits * perInvoice * rate,
		sufficient,
		workersBusy: (queue.invokedMilliseconds / 1_000) * perInvoice * rate,
		dollars: dollarsOf(point) * perInvoice * million,
	};
}

/** Metered units and simulated times of a point, at AWS's prices. */
export function dollarsOf(point: Point): number {
	const { queue, organizations, acceptedMilliseconds } = point;
	const milliseconds = acceptedMilliseconds + queue.invokedMilliseconds;
	return toDollars({
		writeUnits: point.writeUnits,
		readUnits: point.readUnits,
		queueRequests: queue.requests,
		httpRequests: point.httpRequests,
		invocations: organizations + queue.invocations,
		gigabyteSeconds: (milliseconds / 1_000) * gigabytes,
	});
}

export const invoicesOf = ({
	organizations,
	invoices,
}: Pick<Point, "organizations" | "invoices">) => organizations * invoices;
