import type { AwsCall } from "../../../../tools/local/aws-gateway/aws-call.ts";
import type { CapacityUnits } from "./consumed-capacity.ts";

export interface Reading extends CapacityUnits {
	calls: number;
	/**
	 * Length of the longest chain of calls that each started after the previous one ended. Concurrent calls overlap
	 * reliably only with added latency (`latency` in `faults/effects.ts`).
	 */
	roundTrips: number;
	/** Operations of the calls, in order of arrival. */
	operations: string[];
}

export interface Meter {
	/** Totals since the last reset, of one caller or of all. */
	read(accessKeyId?: string): Reading;
	reset(accessKeyId?: string): void;
}

interface MeteredCall {
	consume(units: CapacityUnits): void;
	end(): void;
}

/** Counts calls, sequential round trips and capacity units for each caller. */
export function createMeter(): Meter & { start(call: AwsCall): MeteredCall } {
	const tallies = new Map<string | undefined, Tally>();
	const tallyOf = (accessKeyId: string | undefined) => {
		const tally = tallies.get(accessKeyId) ?? newTally();
		tallies.set(accessKeyId, tally);
		return tally;
	};

	return {
		start({ accessKeyId, operation }) {
			const startedAt = performance.now();
			const counting = [tallyOf(accessKeyId), tallyOf(undefined)];
			for (const tally of counting) tally.operations.push(operation);
			return {
				consume(units) {
					for (const tally of counting) consume(tally, units);
				},
				end() {
					for (const tally of counting) endCall(tally, startedAt);
				},
			};
		},
		read(accessKeyId) {
			const { lastEndedAt, operations, ...counts } = tallyOf(accessKeyId);
			return {
				...counts,
				calls: operations.length,
				operations: [...operations],
			};
		},
		reset(accessKeyId) {
			if (accessKeyId === undefined) tallies.clear();
			else tallies.delete(accessKeyId);
		},
	};
}

interface Tally extends CapacityUnits {
	operations: string[];
	roundTrips: number;
	/** When the last call of the chain ended. */
	lastEndedAt: number;
}

const newTally = (): Tally => ({
	operations: [],
	readUnits: 0,
	writeUnits: 0,
	roundTrips: 0,
	lastEndedAt: 0,
});

function consume(tally: Tally, { readUnits, writeUnits }: CapacityUnits) {
	tally.readUnits += readUnits;
	tally.writeUnits += writeUnits;
}

/** Greedy: the longest chain is extended by the first call to end among those that started after its last one ended. */
function endCall(tally: Tally, startedAt: number) {
	if (startedAt < tally.lastEndedAt) return;
	tally.roundTrips += 1;
	tally.lastEndedAt = performance.now();
}
