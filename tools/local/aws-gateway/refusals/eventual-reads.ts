import { listIndexName } from "../../../../shared/lists/list-index.store.ts";
import { type AwsAnswer, type AwsCall, parse } from "../aws-call.ts";
import { awsError } from "../aws-error.ts";

/** Indexes that cannot be read consistently, unlike the items to which they lead (`shared/lists/list-index.store.ts`). */
const eventualIndexes: ReadonlySet<string> = new Set([listIndexName]);

const reads: ReadonlySet<string> = new Set([
	"BatchGetItem",
	"GetItem",
	"Query",
	"Scan",
]);

interface Read {
	ConsistentRead?: boolean;
	IndexName?: string;
	RequestItems?: Record<string, { ConsistentRead?: boolean }>;
}

/**
 * The service must read consistently, since it might otherwise miss what it wrote a moment before. DynamoDB accepts any
 * read, and the local engine always shows the latest writes, so that nothing else would notice an eventual read.
 *
 * @returns The refusal; undefined when the call may be carried out.
 */
export function refuseEventualReads(call: AwsCall): AwsAnswer | undefined {
	if (call.service !== "dynamodb" || !reads.has(call.operation)) return;
	const read = parse<Read>(call);
	if (eventualIndexes.has(read.IndexName ?? "")) return;
	const parts = Object.values(read.RequestItems ?? { read });
	if (parts.every(({ ConsistentRead }) => ConsistentRead)) return;
	const message = `${call.operation} must ask for ConsistentRead`;
	return awsError(call, 400, "ValidationException", { message });
}
