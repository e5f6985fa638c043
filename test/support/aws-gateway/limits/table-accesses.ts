import {
	type AwsCall,
	parse,
} from "../../../../tools/local/aws-gateway/aws-call.ts";

/** One access of a call, to an item or a partition. */
export interface Access {
	partition: string;
	/** Minimum consumption; the actual one depends on the item's size. */
	unitsAtLeast: number;
}

export interface Accesses {
	kind: "read" | "write";
	/** Whether the accesses are admitted all or none. */
	isAtomic: boolean;
	/** In the order of the call. */
	of: Access[];
}

/** The table accesses of a call; undefined: it consumes no capacity. */
export function toAccesses(call: AwsCall): Accesses | undefined {
	if (call.service !== "dynamodb") return undefined;
	return readers[call.operation]?.(parse<CallBody>(call));
}

interface CallBody {
	Key: Key;
	Item: Key;
	ExpressionAttributeValues: Record<string, Text>;
	Statements: { Statement: string; Parameters: Text[] }[];
	TransactItems: Record<string, { Key?: Key; Item?: Key }>[];
	RequestItems: Record<string, unknown>;
}
interface Text {
	S: string;
}
interface Key {
	pk: Text;
}

const readers: Record<string, (body: CallBody) => Accesses> = {
	GetItem: ({ Key }) => single("read", Key.pk.S),
	// All of the service's queries use this placeholder.
	Query: ({ ExpressionAttributeValues: values }) =>
		single("read", values[":pk"]?.S ?? ""),
	BatchGetItem: ({ RequestItems }) =>
		many(
			"read",
			Object.values(RequestItems as Record<string, { Keys: Key[] }>).flatMap(
				({ Keys }) => Keys.map(({ pk }) => pk.S),
			),
		),
	PutItem: ({ Item }) => single("write", Item.pk.S),
	UpdateItem: ({ Key }) => single("write", Key.pk.S),
	DeleteItem: ({ Key }) => single("write", Key.pk.S),
	BatchExecuteStatement: ({ Statements }) =>
		many("write", Statements.map(toPartition)),
	BatchWriteItem: ({ RequestItems }) =>
		many(
			"write",
			Object.values(
				RequestItems as Record<string, { PutRequest: { Item: Key } }[]>,
			).flatMap((requests) =>
				requests.map(({ PutRequest }) => PutRequest.Item.pk.S),
			),
		),
	TransactWriteItems: ({ TransactItems }) => ({
		kind: "write",
		isAtomic: true,
		of: TransactItems.flatMap((part) => Object.values(part)).map(
			({ Key, Item }) => ({
				partition: (Key ?? Item)?.pk.S ?? "",
				// Transactional writes cost double: prepare and commit.
				unitsAtLeast: 2,
			}),
		),
	}),
};

const many = (kind: "read" | "write", partitions: string[]): Accesses => ({
	kind,
	isAtomic: false,
	of: partitions.map((partition) => ({ partition, unitsAtLeast: 1 })),
});

const single = (kind: "read" | "write", partition: string) =>
	many(kind, [partition]);

/** `… WHERE pk = ? …` or `VALUE {'pk': ?, …}`: the parameter's position is the number of placeholders before it. */
function toPartition({
	Statement,
	Parameters,
}: CallBody["Statements"][number]): string {
	const before = /^(.*?)\bpk'?\s*[=:]\s*\?/s.exec(Statement)?.[1] ?? "";
	return Parameters[before.split("?").length - 1]?.S ?? "";
}
