import { ApiError, NoAnswerError } from "../../../client/src/index.ts";
import { toSingleLine } from "../../../shared/logging/terminal-text.ts";
import { batchChecks } from "./checks/batch-checks.ts";
import type { Check, SmokeContext } from "./checks/check.ts";
import { errorChecks } from "./checks/error-checks.ts";
import { exhibitChecks } from "./checks/exhibit-checks.ts";
import { pathIdChecks } from "./checks/path-id-checks.ts";
import { paymentChecks } from "./checks/payment-checks.ts";

/** Whether the API answers and pays, then every endpoint once, then what one request does not show. */
export const smokeChecks = (context: SmokeContext): Check[] => [
	...errorChecks(context),
	...paymentChecks(context),
	...exhibitChecks(context),
	...batchChecks(context),
	...pathIdChecks(context),
];

/**
 * Runs the checks one after the other, also after one has failed, and writes a line for each. After an
 * interruption, after a failure of a vital check, such as a payment, or when the API does not answer at all, the others
 * are left out.
 *
 * @returns How many failed; those left out count as failed.
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
