import { listIndexName } from "../../../../shared/lists/list-index.store.ts";
import { type AwsAnswer, type AwsCall, parse } from "../aws-call.ts";
import { awsError } from "../aws-error.ts";

/** Indexes that cannot be read consistently; the items they lead to can (`shared/lists/list-index.store.ts`). */
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
 * The service reads consistently, or may miss what it wrote a moment before. DynamoDB takes any read, and the local
 * engine always shows the latest writes: nothing else would tell a read that does not ask for them.
 *
 * @returns The refusal, or undefined: the call may be carried out.
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
