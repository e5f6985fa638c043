import { type AwsCall, disconnected, parse, withBody } from "../aws-call.ts";
import type { AddedFault, Effect, Fault, Faults } from "./faults.ts";
import {
	type DynamoItem,
	type HiddenItems,
	identityOf,
	isTouched,
	readTorn,
} from "./torn-reads.ts";

export interface TornTransactions
	extends Pick<Fault, "accessKeyId" | "skip" | "times"> {
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
		...fault
	}: TornTransactions,
): AddedTear {
	let hidden: HiddenItems = new Map();
	let tornReads = 0;
	let left = 0;

	const tear: Effect = async (call, forward) => {
		const keys = writtenKeys(call);
		const before = await readBefore(call, keys, forward);
		if (!before) return forward(call);
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
		operation: "TransactWriteItems",
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

interface TransactItem {
	TableName: string;
	Key?: DynamoItem;
	Item?: DynamoItem;
}

const partsOf = (call: AwsCall): TransactItem[] =>
	parse<{ TransactItems: Record<string, TransactItem>[] }>(
		call,
	).TransactItems.flatMap((part) => Object.values(part));

/** One key for each part of the transaction, in order. */
const writtenKeys = (call: AwsCall): DynamoItem[] =>
	partsOf(call).map(({ Key, Item }) => {
		const { pk, sk } = Key ?? Item ?? {};
		if (!pk || !sk) throw new Error("A part of a transaction without a key");
		return { pk, sk };
	});

async function readBefore(
	call: AwsCall,
	Keys: DynamoItem[],
	forward: Parameters<Effect>[1],
): Promise<Map<string, DynamoItem> | undefined> {
	const [{ TableName } = { TableName: "" }] = partsOf(call);
	const RequestItems = { [TableName]: { Keys, ConsistentRead: true } };
	const operation = "BatchGetItem";
	const answer = await forward({
		...withBody(call, { RequestItems }),
		operation,
		headers: {
			...call.headers,
			"x-amz-target": `DynamoDB_20120810.${operation}`,
		},
	});
	if (answer === disconnected || answer.status !== 200) return undefined;
	const { Responses } = parse<{ Responses: Record<string, DynamoItem[]> }>(
		answer,
	);
	const items = Responses[TableName] ?? [];
	return new Map(items.map((item) => [identityOf(item), item]));
}
