import type { Context } from "aws-lambda";

/** The context of an invocation that may run for so long, from now on. */
export function lambdaContext(milliseconds = 29_000): Context {
	const endsAt = performance.now() + milliseconds;
	// The functions use only these properties of a context.
	return {
		awsRequestId: "request-1",
		getRemainingTimeInMillis: () => endsAt - performance.now(),
	} as Context;
}
