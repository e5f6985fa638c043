import { setImmediate, setTimeout } from "node:timers/promises";
import type { Context } from "aws-lambda";
import type { Table } from "../../shared/dynamodb/table.ts";
import { lambdaContext } from "./lambda-context.ts";
import { replacedPausesOfSdk } from "./sdk-pauses.ts";

/** The pauses before retries: real ones, or from `skip` on none, with the time of an invocation passing all the same. */
export function createPauses() {
	let isSkipping = false;
	let skipped = 0;
	const pause = async (milliseconds: number) => {
		if (!isSkipping) return setTimeout(milliseconds);
		// Pauses at the same time pass together.
		const wakesAt = skipped + milliseconds;
		await setImmediate();
		skipped = Math.max(skipped, wakesAt);
	};
	return {
		skip() {
			isSkipping = true;
		},
		/** For clients: those of the SDK between its attempts. After a throttled call it waits for about a second. */
		ofSdk: replacedPausesOfSdk(() => (isSkipping ? async () => {} : undefined)),
		/** The table with the pauses that the service makes itself. */
		of: (table: Table): Table => ({ ...table, pause }),
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
