import type { WriteOutcome } from "../../shared/store/dynamodb/batch-execute.ts";

/**
 * The error for writes that did not succeed within all attempts.
 *
 * @param left What is left to write, such as `entries`, and how many.
 * @param outcomes Of the last attempt.
 */
export function unwrittenError(
	left: { what: string; count: number },
	outcomes: ReadonlySet<WriteOutcome>,
): Error {
	const reason = outcomes.has("UNKNOWN")
		? "the store does not answer, or answers with server errors"
		: outcomes.has("OVERLOADED")
			? "the store is overloaded"
			: "other writers keep changing the same records";
	return new Error(
		`Not all could be written (${left.what} left: ${left.count}): ${reason}. Try again.`,
	);
}
