import type {
	AwsAnswer,
	AwsCall,
} from "../../../../tools/local/aws-gateway/aws-call.ts";

export interface CapacityUnits {
	readUnits: number;
	writeUnits: number;
}

const reads = new Set([
	"BatchGetItem",
	"GetItem",
	"Query",
	"Scan",
	"TransactGetItems",
]);
const writes = new Set([
	"BatchWriteItem",
	"DeleteItem",
	"PutItem",
	"TransactWriteItems",
	"UpdateItem",
]);
const statements = new Set([
	"BatchExecuteStatement",
	"ExecuteStatement",
	"ExecuteTransaction",
]);

/** Adds `ReturnConsumedCapacity` to a call, as text: parsing large bodies would be slow. */
export function askForCapacity(call: AwsCall): AwsCall {
	if (!isMetered(call) || hasAsked(call)) return call;
	const [brace, rest] = [call.body.subarray(0, 1), call.body.subarray(1)];
	const asked = Buffer.from('"ReturnConsumedCapacity":"TOTAL",');
	return { ...call, body: Buffer.concat([brace, asked, rest]) };
}

/** Removes the consumed capacity from a response whose caller did not ask for it. */
export function withoutCapacity(call: AwsCall, answer: AwsAnswer): AwsAnswer {
	if (!isMetered(call) || hasAsked(call)) return answer;
	const text = answer.body.toString("latin1");
	const body = Buffer.from(text.replace(capacityProperty, ""), "latin1");
	// The checksum is that of the original body.
	const { "x-amz-crc32": checksum, ...headers } = answer.headers;
	return { ...answer, headers, body };
}

/**
 * The capacity units that a forwarded call consumed. The engine's figures follow DynamoDB's documented rules (1 KB per
 * write unit, 4 KB per consistent read unit, also for items not found, double for transactions, the larger of the old
 * and the new item). The exception: the engine reports nothing when all conditions of a call fail. DynamoDB charges such
 * writes by the size of the existing item. That size is unknown here, so one unit each is counted, which is correct up
 * to 1 KB.
 */
export function consumedUnits(call: AwsCall, answer: AwsAnswer): CapacityUnits {
	if (!isMetered(call)) return { readUnits: 0, writeUnits: 0 };
	const text = answer.body.toString("latin1");
	const units = reportedUnits(text) ?? refusedUnits(call, text);
	return isRead(call)
		? { readUnits: units, writeUnits: 0 }
		: { readUnits: 0, writeUnits: units };
}

/** Cannot match an item's contents: there, each value is wrapped in its type (`{"S": …}`) and quotes are escaped. */
const capacityReport =
	'"ConsumedCapacity":(?:\\{"TableName":[^{}]*\\}|\\[[^\\[\\]]*\\])';
const capacityProperty = new RegExp(
	`,${capacityReport}|${capacityReport},|${capacityReport}`,
);

function reportedUnits(text: string): number | undefined {
	const [report] = capacityProperty.exec(text) ?? [];
	if (!report) return undefined;
	const figures = report.matchAll(/"CapacityUnits":([\d.]+)/g);
	return [...figures].reduce((sum, [, figure]) => sum + Number(figure), 0);
}

function refusedUnits({ operation }: AwsCall, text: string): number {
	const refusals = text.match(
		/"Code":"(?:ConditionalCheckFailed|DuplicateItem)"/g,
	);
	if (refusals) {
		// A cancelled transaction is charged for the prepare phase of all its items.
		return operation.includes("Transact")
			? 2 * (text.match(/"Code":/g) ?? []).length
			: refusals.length;
	}
	return text.includes("#ConditionalCheckFailedException") ? 1 : 0;
}

const isMetered = ({ service, operation }: AwsCall) =>
	service === "dynamodb" &&
	(reads.has(operation) || writes.has(operation) || statements.has(operation));

const isRead = ({ operation, body }: AwsCall) =>
	reads.has(operation) ||
	(statements.has(operation) &&
		/"Statement":"\s*(?:SELECT|EXISTS)/i.test(body.toString("latin1")));

const hasAsked = ({ body }: AwsCall) =>
	body.includes('"ReturnConsumedCapacity":');
