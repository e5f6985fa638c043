import type { Message } from "@aws-sdk/client-sqs";
import type { InvocationOutcome } from "../function-environment.ts";

/**
 * The messages that an invocation is through with, as Lambda reads its outcome: a function that throws, or that reports
 * something that is no message of the batch, has failed for all of them.
 *
 * @param reportsItemFailures Does the event source read the answer at all?
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

/** Of an answer in which anything may stand, or nothing: no list of failures means that there was none. */
function failedIds(answer: unknown): unknown[] {
	const failures = propertyOf(answer, "batchItemFailures");
	if (!Array.isArray(failures)) return [];
	return failures.map((failure) => propertyOf(failure, "itemIdentifier"));
}

const propertyOf = (value: unknown, name: string): unknown =>
	typeof value === "object" && value !== null
		? Object.entries(value).find(([key]) => key === name)?.[1]
		: undefined;
