import type { Context } from "aws-lambda";

/** The context of an invocation that may run for so long, from now on. */
export function lambdaContext(milliseconds = 29_000): Context {
	const endsAt = performance.now() + milliseconds;
	// Of a context the functions have a use for these.
	return {
		awsRequestId: "request-1",
		getRemainingTimeInMillis: () => endsAt - performance.now(),
	} as Context;
}
