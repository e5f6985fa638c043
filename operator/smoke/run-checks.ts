import { ApiError } from "../../client/src/index.ts";
import { toOneLine } from "../../shared/runtime/one-line.ts";
import type { Check, SmokeContext } from "./checks/check.ts";
import { errorChecks } from "./checks/error-checks.ts";
import { advanceChecks, paymentChecks } from "./checks/payment-checks.ts";
import {
	orderChecks,
	organizationChecks,
	vendorAndSkuChecks,
} from "./checks/record-checks.ts";

/** Every route once, a batch, and errors, in an order in which each check finds what it needs. */
export const smokeChecks = (context: SmokeContext): Check[] => [
	...organizationChecks(context),
	...vendorAndSkuChecks(context),
	...orderChecks(context),
	...paymentChecks(context),
	...advanceChecks(context),
	...errorChecks(context),
];

/**
 * Runs the checks one after the other, all of them whatever the ones before led to, and writes a line for each.
 *
 * @returns How many failed. Those left out after an interruption count as failed.
 */
export async function runChecks(
	checks: readonly Check[],
	signal: AbortSignal,
	writeLine: (line: string) => void,
): Promise<number> {
	let failed = 0;
	for (const { name, run } of checks) {
		const failure = await failureOf(run, signal);
		if (failure === undefined) writeLine(`ok    ${name}`);
		else {
			failed += 1;
			writeLine(`FAIL  ${name}: ${toOneLine(failure)}`);
		}
	}
	return failed;
}

async function failureOf(
	run: Check["run"],
	signal: AbortSignal,
): Promise<string | undefined> {
	if (signal.aborted) return "interrupted";
	try {
		await run();
		return undefined;
	} catch (error) {
		if (signal.aborted) return "interrupted";
		if (!(error instanceof Error)) return String(error);
		if (!(error instanceof ApiError)) return error.message;
		const { status, code, requestId, message } = error;
		return `${status} ${code ?? "without a code"}, x-request-id ${requestId ?? "none"}: ${message}`;
	}
}
