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
	/** Which items of the transaction, by their position, are still seen as before it; the others as after it. */
	isHidden: (index: number, count: number) => boolean;
	/** What others do when it has taken effect and is not answered yet. */
	meanwhile?: () => unknown;
	/** Is the caller answered? Then all of it is visible. Else its connection breaks. */
	isAnswered?: boolean;
	/** How many calls see it torn; after them all of it is visible. 1 when absent. */
	tornReads?: number;
	/** Whose reads are torn; everybody's when absent. */
	isReader?: (accessKeyId: string) => boolean;
}

export interface AddedTear extends AddedFault {
	/** How many calls have seen a transaction torn. */
	readonly tornReads: number;
}

/**
 * Shows transactions as DynamoDB does while it commits them, and no local engine does: to `GetItem`, `BatchGetItem` and `Query`,
 * consistent ones too, some items are as before the transaction and others as after it. Writes and conditions see all of it.
 * Faults that are added later befall the read that it makes of its own, too; a transaction that they fail for is not torn.
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

/** One a part, in their order. */
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
