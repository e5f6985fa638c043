import { setImmediate, setTimeout } from "node:timers/promises";
import type { Context } from "aws-lambda";
import { lambdaContext } from "./lambda-context.ts";

/** The pauses before retries: real ones, or from `skip` on none, with the time of an invocation passing all the same. */
export function createPauses() {
	let isSkipping = false;
	let skipped = 0;
	return {
		skip() {
			isSkipping = true;
		},
		async pause(milliseconds: number) {
			if (!isSkipping) return setTimeout(milliseconds);
			// Pauses at the same time pass together.
			const wakesAt = skipped + milliseconds;
			await setImmediate();
			skipped = Math.max(skipped, wakesAt);
		},
		lambdaContext(milliseconds?: number): Context {
			const skippedBefore = skipped;
			const context = lambdaContext(milliseconds);
			return {
				...context,
				getRemainingTimeInMillis: () =>
					context.getRemainingTimeInMillis() - (skipped - skippedBefore),
			};
		},
	};
}
