import type { AwsCall } from "../aws-call.ts";
import type { CapacityUnits } from "./consumed-capacity.ts";

export interface Reading extends CapacityUnits {
	calls: number;
	/**
	 * Length of the longest chain of calls each of which started after the one before had ended. Calls sent side
	 * by side overlap for certain only if each takes a while: give them some latency before reading this.
	 */
	roundTrips: number;
	/** Of the calls, in the order in which they arrived. */
	operations: string[];
}

export interface Meter {
	/** Since the last reset, of one caller or of all. */
	read(accessKeyId?: string): Reading;
	reset(accessKeyId?: string): void;
}

export interface MeteredCall {
	consume(units: CapacityUnits): void;
	end(): void;
}

/** Counts calls, sequential round trips and capacity units, each caller's apart. */
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

/** In place of a meter that nobody will read. */
export const noMeter: ReturnType<typeof createMeter> = {
	start: () => ({ consume() {}, end() {} }),
	read: () => {
		throw new Error("This gateway is not metered");
	},
	reset() {},
};

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

/** The longest chain takes, again and again, the call that ends first of those that start after the last one taken. */
function endCall(tally: Tally, startedAt: number) {
	if (startedAt < tally.lastEndedAt) return;
	tally.roundTrips += 1;
	tally.lastEndedAt = performance.now();
}
