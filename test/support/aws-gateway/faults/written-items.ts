import {
	type AwsCall,
	disconnected,
	parse,
} from "../../../../tools/local/aws-gateway/aws-call.ts";
import { withBody } from "../altered-calls.ts";
import type { Effect } from "./faults.ts";
import { type DynamoItem, identityOf } from "./torn-reads.ts";

export interface WrittenItems {
	tableName: string;
	/** One key for each part of the call, in order. */
	keys: DynamoItem[];
}

interface Part {
	TableName: string;
	Key?: DynamoItem;
	Item?: DynamoItem;
}

interface Statement {
	Statement: string;
	Parameters?: { S?: string }[];
}

interface Body extends Part {
	TransactItems?: Record<string, Part>[];
	TransactStatements?: Statement[];
	Statements?: Statement[];
}

const writes = ["PutItem", "UpdateItem", "DeleteItem"];

/** The items of one table that a call writes, or whose condition it checks; undefined: none. */
export function writtenItems(call: AwsCall): WrittenItems | undefined {
	if (call.service !== "dynamodb") return undefined;
	const body = parse<Body>(call);
	const statements = body.TransactStatements ?? body.Statements;
	if (statements)
		return {
			tableName: /"([^"]+)"/.exec(statements[0]?.Statement ?? "")?.[1] ?? "",
			keys: statements.map(keyOfStatement),
		};
	const parts = writes.includes(call.operation)
		? [body]
		: (body.TransactItems?.flatMap((part) => Object.values(part)) ?? []);
	const [first] = parts;
	return first && { tableName: first.TableName, keys: parts.map(keyOfPart) };
}

function keyOfPart({ Key, Item }: Part): DynamoItem {
	const { pk, sk } = Key ?? Item ?? {};
	if (!pk || !sk) throw new Error("A part of a write without a key");
	return { pk, sk };
}

/** Understands the statements that the service uses: an `INSERT` of named attributes, or a change `WHERE pk = ? AND sk = ?`. */
function keyOfStatement({ Statement, Parameters = [] }: Statement): DynamoItem {
	const inserted = [...Statement.matchAll(/'(\w+)': \?/g)].map(
		([, name]) => name,
	);
	const [before, condition] = Statement.split(" WHERE pk = ? AND sk = ?");
	const first = (before?.split("?").length ?? 1) - 1;
	const [pk, sk] =
		condition === undefined
			? [inserted.indexOf("pk"), inserted.indexOf("sk")]
			: [first, first + 1];
	const key = { pk: Parameters[pk], sk: Parameters[sk] };
	if (!key.pk || !key.sk) throw new Error(`Not supported: ${Statement}`);
	return { pk: key.pk, sk: key.sk };
}

/** Reads, as the caller of a write, the items that it is about to change, by `identityOf`; undefined: the read failed. */
export async function readItems(
	call: AwsCall,
	{ tableName, keys }: WrittenItems,
	forward: Parameters<Effect>[1],
): Promise<Map<string, DynamoItem> | undefined> {
	const RequestItems = { [tableName]: { Keys: keys, ConsistentRead: true } };
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
	const items = Responses[tableName] ?? [];
	return new Map(items.map((item) => [identityOf(item), item]));
}
