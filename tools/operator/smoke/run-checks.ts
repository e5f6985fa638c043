import { ApiError, NoAnswerError } from "../../../client/src/index.ts";
import { toSingleLine } from "../../../shared/logging/terminal-text.ts";
import { batchChecks } from "./checks/batch-checks.ts";
import type { Check, SmokeContext } from "./checks/check.ts";
import { errorChecks } from "./checks/error-checks.ts";
import { exhibitChecks } from "./checks/exhibit-checks.ts";
import { pathIdChecks } from "./checks/path-id-checks.ts";
import { paymentChecks } from "./checks/payment-checks.ts";

/** Checks whether the API answers and pays, then every endpoint once, and then what a single request does not show. */
export const smokeChecks = (context: SmokeContext): Check[] => [
	...errorChecks(context),
	...paymentChecks(context),
	...exhibitChecks(context),
	...batchChecks(context),
	...pathIdChecks(context),
];

/**
 * Runs the checks one after the other, even after one has failed, and writes a line for each. The other checks are left
 * out after an interruption, after a failure of a vital check, such as a payment, or when the API does not answer at all.
 *
 * @returns The number of checks that failed. Checks that were left out count as failed.
 */
export async function runChecks(
	checks: readonly Check[],
	signal: AbortSignal,
	writeLine: (line: string) => void,
): Promise<number> {
	let failed = 0;
	let isOver = false;
	for (const { name, run, isVital = false } of checks) {
		const reason = isOver
			? "left out"
			: await run().then(
					() => undefined,
					(error: unknown) => {
						isOver = isVital || error instanceof NoAnswerError;
						return toReason(error);
					},
				);
		if (reason === undefined) writeLine(`ok    ${name}`);
		else {
			failed += 1;
			writeLine(`FAIL  ${name}: ${signal.aborted ? "interrupted" : reason}`);
		}
		isOver ||= signal.aborted;
	}
	return failed;
}

function toReason(error: unknown): string {
	if (!(error instanceof Error)) return toSingleLine(String(error));
	if (!(error instanceof ApiError)) return toSingleLine(error.message);
	const { status, code, requestId, message } = error;
	return toSingleLine(
		`${status} ${code ?? "without a code"}, x-request-id ${requestId ?? "none"}: ${message}`,
	);
}
