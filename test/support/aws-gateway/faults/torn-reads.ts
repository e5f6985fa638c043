import {
	type AwsCall,
	disconnected,
	type Outcome,
	parse,
} from "../../../../tools/local/aws-gateway/aws-call.ts";
import { jsonAnswer } from "../../../../tools/local/aws-gateway/aws-error.ts";

/** An item or a key in DynamoDB's JSON. */
export type DynamoItem = Record<string, { S?: string }>;

/** The items that readers see instead of the stored ones, by `identityOf`; undefined: the item appears absent. */
export type HiddenItems = ReadonlyMap<string, DynamoItem | undefined>;

export const identityOf = ({ pk, sk }: DynamoItem) => `${pk?.S}\n${sk?.S}`;

/** Whether a call reads any of these items. */
export function isTouched(call: AwsCall, hidden: HiddenItems): boolean {
	const isRead = toSelection(call);
	return isRead !== undefined && [...hidden.keys()].some(isRead);
}

/** Forwards a reading call and replaces items of its response by the hidden ones. */
export async function readTorn(
	call: AwsCall,
	hidden: HiddenItems,
	forward: (call: AwsCall) => Promise<Outcome>,
): Promise<Outcome> {
	const answer = await forward(call);
	if (answer === disconnected || answer.status !== 200) return answer;
	const isRead = toSelection(call) ?? (() => false);
	const isShown = (item: DynamoItem) => !hidden.has(identityOf(item));
	const before = [...hidden].flatMap(([identity, item]) =>
		item && isRead(identity) ? [item] : [],
	);
	const torn = (items: DynamoItem[]) => [...items.filter(isShown), ...before];

	const body = parse<ReadAnswer>(answer);
	if (body.Responses) {
		const [name = ""] = Object.keys(parse<BatchGet>(call).RequestItems);
		const items = torn(body.Responses[name] ?? []);
		return jsonAnswer(200, { ...body, Responses: { [name]: items } });
	}
	if (body.Items) {
		const sorted = torn(body.Items).sort(bySortKey);
		const { ScanIndexForward = true } = parse<Query>(call);
		const Items = ScanIndexForward ? sorted : sorted.reverse();
		return jsonAnswer(200, { ...body, Items, Count: Items.length });
	}
	const [Item] = torn(body.Item ? [body.Item] : []);
	return jsonAnswer(200, { ...body, Item });
}

interface ReadAnswer {
	Responses?: Record<string, DynamoItem[]>;
	Items?: DynamoItem[];
	Item?: DynamoItem;
}

interface BatchGet {
	RequestItems: Record<string, { Keys: DynamoItem[] }>;
}

/** The items that a call reads; undefined: it does not read, or reads an index, which is never consistent. */
function toSelection(
	call: AwsCall,
): ((identity: string) => boolean) | undefined {
	if (call.operation === "BatchGetItem") {
		const tables = Object.values(parse<BatchGet>(call).RequestItems);
		const keys = tables.flatMap(({ Keys }) => Keys.map(identityOf));
		return (identity) => keys.includes(identity);
	}
	if (call.operation === "GetItem") {
		const key = identityOf(parse<{ Key: DynamoItem }>(call).Key);
		return (identity) => identity === key;
	}
	if (call.operation !== "Query") return undefined;
	return toRange(parse<Query>(call));
}

interface Query {
	IndexName?: string;
	ScanIndexForward?: boolean;
	KeyConditionExpression: string;
	ExpressionAttributeValues: DynamoItem;
}

/** The forms of key conditions that the service uses. */
const keyCondition =
	/^pk = (:\w+)(?: AND begins_with\(sk, (:\w+)\)| AND sk (<=?) (:\w+))?$/;

function toRange({
	IndexName,
	KeyConditionExpression,
	ExpressionAttributeValues: values,
}: Query) {
	if (IndexName) return undefined;
	const match = keyCondition.exec(KeyConditionExpression);
	if (!match) throw new Error(`Not supported: ${KeyConditionExpression}`);
	const [, pk = "", prefix = "", comparison, end = ""] = match;
	const start = `${values[pk]?.S}\n${values[prefix]?.S ?? ""}`;
	const last = `${start}${values[end]?.S ?? ""}`;
	return (identity: string) =>
		identity.startsWith(start) &&
		(comparison === undefined ||
			identity < last ||
			(comparison === "<=" && identity === last));
}

const bySortKey = (one: DynamoItem, other: DynamoItem) =>
	identityOf(one) < identityOf(other) ? -1 : 1;
