/** What the simulation of `docs/performance.md`, "Scale", takes as given. */
export const assumed = {
	/** Round trips, as in the row `wall`. */
	callMilliseconds: 5,
	transactionMilliseconds: 15,
	/** Each receive, delete and send of SQS, and the start of an invocation of a warm function. */
	queueMilliseconds: 10,
	invokeMilliseconds: 10,
	/** Within which all pollers start, one after the other, so that they do not work in step. */
	pollersStartMilliseconds: 150,
	/**
	 * Processor time of a function with 1,024 MB, which has 0.58 of a core: of each call, and of each item in a batch of
	 * reads or statements. An invoice of a chunk comes to 0.2 ms: 0.12 ms of a whole core, as the row `growth` measures.
	 */
	cpuMillisecondsPerCall: 0.5,
	cpuMillisecondsPerItem: 0.08,
	/** The same for reading, checking and packing a request, for each of its invoices. */
	cpuMillisecondsPerAccepted: 0.026,
} as const;

/** A table's warm throughput, units a second. DynamoDB has a partition for each 1,000 write units. */
export interface TableSpeed {
	name: "fresh" | "warmed";
	writes: number;
	reads: number;
}

export const unitsPerPartition = { writes: 1_000, reads: 3_000 };

export const tableSpeeds: readonly TableSpeed[] = [
	/** What DynamoDB gives every on-demand table. */
	{ name: "fresh", writes: 4_000, reads: 12_000 },
	/** As `docs/operations.md` shows it for `warmThroughput:<stage>`. */
	{ name: "warmed", writes: 16_000, reads: 24_000 },
];
