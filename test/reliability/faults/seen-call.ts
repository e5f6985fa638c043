import {
	type AwsCall,
	disconnected,
	type Outcome,
	parse,
} from "../../../tools/local/aws-gateway/aws-call.ts";

/** What a process knows of an AWS call that it made. */
export interface SeenCall {
	operation: string;
	/** Number of keys, items, statements, events or messages in the request. */
	size: number;
	/** Known after an answer without a fault: number of items that a Query or Scan looked at. */
	readItems?: number;
	/** As `readItems`: whether the call had no effect because of its conditions. */
	isRefused?: boolean;
}

const reads = new Set(["GetItem", "BatchGetItem", "Query", "Scan"]);

export const isRead = ({ operation }: SeenCall): boolean =>
	reads.has(operation);

export const toSeenCall = (call: AwsCall): SeenCall => ({
	operation: call.operation,
	size: sizeOf(call),
});

/** Notes what an answer tells about a call. */
export function noteAnswer(seen: SeenCall, answer: Outcome) {
	if (answer === disconnected) return;
	seen.isRefused = answer.status !== 200;
	if (["Query", "Scan"].includes(seen.operation))
		seen.readItems = parse<{ ScannedCount?: number }>(answer).ScannedCount ?? 0;
}

interface Body {
	Entries?: unknown[];
	RequestItems?: Record<string, { Keys: unknown[] } | unknown[]>;
	Statements?: unknown[];
	TransactItems?: unknown[];
	TransactStatements?: unknown[];
}

function sizeOf(call: AwsCall): number {
	const body = parse<Body>(call);
	const elements =
		body.Entries ??
		body.Statements ??
		body.TransactItems ??
		body.TransactStatements ??
		Object.values(body.RequestItems ?? {}).flatMap((ofTable) =>
			Array.isArray(ofTable) ? ofTable : ofTable.Keys,
		);
	// All other operations are about one item.
	return elements.length || 1;
}
