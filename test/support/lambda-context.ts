import type { Context } from "aws-lambda";

/** A machine's processor may be so much slower than a Lambda function's before the time of an invocation is too short. */
const defaultSlowdown = 20;

/** The context of an invocation that may run, from now on, for so long on the processor of a Lambda function. */
export function lambdaContext(
	milliseconds = 29_000,
	slowdown = defaultSlowdown,
): Context {
	const startedAt = performance.now();
	// The functions use only these properties of a context.
	return {
		awsRequestId: "request-1",
		getRemainingTimeInMillis: () =>
			milliseconds - (performance.now() - startedAt) / slowdown,
	} as Context;
}
