import type { DynamoDBRecord } from "aws-lambda";
import type { InvocationOutcome } from "../function-environment.ts";

/**
 * How many records, from the first on, an invocation completed by Lambda's rules: those before the first record that the
 * function names as failed, or none if it throws or names an unknown record.
 */
export function recordsDone(
	records: readonly DynamoDBRecord[],
	outcome: InvocationOutcome,
): number {
	if ("failure" in outcome) return 0;
	const answer: { batchItemFailures?: { itemIdentifier?: unknown }[] } | null =
		JSON.parse(outcome.answer);
	const failed = answer?.batchItemFailures ?? [];
	const positions = failed.map(({ itemIdentifier }) =>
		records.findIndex(
			({ dynamodb }) => dynamodb?.SequenceNumber === itemIdentifier,
		),
	);
	// An unknown record has the position -1.
	return Math.max(0, Math.min(records.length, ...positions));
}
