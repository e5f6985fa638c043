import type { AwsAnswer, AwsCall } from "../aws-call.ts";

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

/** The call with consumed capacity asked for, by text: bodies are large, and stay as they are otherwise. */
export function askForCapacity(call: AwsCall): AwsCall {
	if (!isMetered(call) || hasAsked(call)) return call;
	const [brace, rest] = [call.body.subarray(0, 1), call.body.subarray(1)];
	const asked = Buffer.from('"ReturnConsumedCapacity":"TOTAL",');
	return { ...call, body: Buffer.concat([brace, asked, rest]) };
}

export function withoutCapacity(call: AwsCall, answer: AwsAnswer): AwsAnswer {
	if (!isMetered(call) || hasAsked(call)) return answer;
	const text = answer.body.toString("latin1");
	const body = Buffer.from(text.replace(capacityProperty, ""), "latin1");
	// The checksum was that of the longer body.
	const { "x-amz-crc32": checksum, ...headers } = answer.headers;
	return { ...answer, headers, body };
}

/**
 * What a forwarded call consumed. The engine's figures were checked against DynamoDB's documented rules (1 KB
 * a write unit, 4 KB a consistent read unit, items not found included, transactions double, the larger of
 * old and new item), and hold, except that it reports nothing for calls of which everything was refused.
 * DynamoDB charges those as well, by the size of the item that stands in the way; that size is not known
 * here, so one unit each is counted, which is right up to 1 KB.
 */
export function consumedUnits(call: AwsCall, answer: AwsAnswer): CapacityUnits {
	if (!isMetered(call)) return { readUnits: 0, writeUnits: 0 };
	const text = answer.body.toString("latin1");
	const units = reportedUnits(text) ?? refusedUnits(call, text);
	return isRead(call)
		? { readUnits: units, writeUnits: 0 }
		: { readUnits: 0, writeUnits: units };
}

/** In items each value wraps in its type (`{"S": …}`), in texts quotes are escaped: neither can look like this. */
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
		// A cancelled transaction has prepared all its items.
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
