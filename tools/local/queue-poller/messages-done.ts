import type { Message } from "@aws-sdk/client-sqs";
import type { InvocationOutcome } from "../function-environment.ts";

/**
 * The messages that an invocation completed, by Lambda's rules. If the function throws or reports an unknown message
 * id, all messages have failed.
 *
 * @param reportsItemFailures Whether the event source reads partial batch responses.
 */
export function messagesDone(
	messages: readonly Message[],
	outcome: InvocationOutcome,
	reportsItemFailures: boolean,
): Message[] {
	if ("failure" in outcome) return [];
	if (!reportsItemFailures) return [...messages];
	const failed = failedIds(JSON.parse(outcome.answer));
	const known = new Set(messages.map(({ MessageId }) => MessageId));
	if (failed.some((id) => typeof id !== "string" || !known.has(id))) return [];
	return messages.filter(({ MessageId }) => !failed.includes(MessageId));
}

/** The failures in an answer of any shape; an answer without a list has none. */
function failedIds(answer: unknown): unknown[] {
	const failures = propertyOf(answer, "batchItemFailures");
	if (!Array.isArray(failures)) return [];
	return failures.map((failure) => propertyOf(failure, "itemIdentifier"));
}

const propertyOf = (value: unknown, name: string): unknown =>
	typeof value === "object" && value !== null
		? Object.entries(value).find(([key]) => key === name)?.[1]
		: undefined;
