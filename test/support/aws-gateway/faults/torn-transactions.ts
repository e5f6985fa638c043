import { disconnected } from "../../../../tools/local/aws-gateway/aws-call.ts";
import type { AddedFault, Effect, Fault, Faults } from "./faults.ts";
import {
	type HiddenItems,
	identityOf,
	isTouched,
	readTorn,
} from "./torn-reads.ts";
import { readItems, writtenItems } from "./written-items.ts";

export interface TornTransactions
	extends Pick<Fault, "accessKeyId" | "skip" | "times"> {
	/** Default: `TransactWriteItems`, with which the functions write. */
	operation?: "TransactWriteItems" | "ExecuteTransaction";
	/** Selects, by position, the items that readers still see as before the transaction. */
	isHidden: (index: number, count: number) => boolean;
	/** Runs after the transaction took effect and before its response. */
	meanwhile?: () => unknown;
	/** Default: true. false: the caller's connection breaks, and reads stay torn after `meanwhile`. */
	isAnswered?: boolean;
	/** Number of reads that see the transaction torn. Default: 1. */
	tornReads?: number;
	/** Selects the callers whose reads are torn. Default: all. */
	isReader?: (accessKeyId: string) => boolean;
}

export interface AddedTear extends AddedFault {
	/** Number of reads that saw a transaction torn. */
	readonly tornReads: number;
}

/**
 * Simulates torn reads, which DynamoDB allows while it commits a transaction and local engines never show: `GetItem`,
 * `BatchGetItem` and `Query`, also consistent ones, return some items as before the transaction and others as after it.
 * Writes and conditions see the whole transaction. Faults that are added later also apply to this fault's own read; if
 * that fails, the transaction is not torn.
 */
export function tearTransactions(
	faults: Faults,
	{
		isHidden,
		meanwhile,
		isAnswered = true,
		tornReads: tornReadsMax = 1,
		isReader = () => true,
		operation = "TransactWriteItems",
		...fault
	}: TornTransactions,
): AddedTear {
	let hidden: HiddenItems = new Map();
	let tornReads = 0;
	let left = 0;

	const tear: Effect = async (call, forward) => {
		const written = writtenItems(call);
		const before = written && (await readItems(call, written, forward));
		if (!before) return forward(call);
		const { keys } = written;
		const answer = await forward(call);
		if (answer === disconnected || answer.status !== 200) return answer;
		hidden = new Map(
			keys
				.filter((_, index) => isHidden(index, keys.length))
				.map((key) => [identityOf(key), before.get(identityOf(key))]),
		);
		left = tornReadsMax;
		await meanwhile?.();
		if (!isAnswered) return disconnected;
		left = 0;
		return answer;
	};

	const read: Effect = async (call, forward) => {
		if (left === 0 || !isReader(call.accessKeyId)) return forward(call);
		if (!isTouched(call, hidden)) return forward(call);
		left -= 1;
		tornReads += 1;
		return readTorn(call, hidden, forward);
	};

	const transactions = faults.add({
		...fault,
		operation,
		effect: tear,
	});
	const reads = faults.add({ effect: read });
	return {
		get hits() {
			return transactions.hits;
		},
		get tornReads() {
			return tornReads;
		},
		remove() {
			transactions.remove();
			reads.remove();
		},
	};
}
