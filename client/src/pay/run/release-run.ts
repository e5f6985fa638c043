import type { ProcurementPaymentsClient } from "../../client.ts";
import type { PaymentRun } from "../../generated/openapi.ts";
import { ConflictError, PermissionError } from "../../http/errors.ts";
import type { CommandProcess } from "../command-line/command.ts";
import { StoppedError } from "../command-line/errors.ts";

const pauseMs = 5_000;
/** How long to wait for another batch to end. Batches usually take minutes. */
const patienceMs = 30 * 60_000;

/**
 * Releases a run as soon as no other batch is running.
 *
 * @returns Undefined when another person must release it.
 * @throws StoppedError When the run was discarded, or the other batch does not end.
 */
export async function releaseRun(
	client: ProcurementPaymentsClient,
	{ runId }: PaymentRun,
	{ terminal, sleep }: CommandProcess,
): Promise<PaymentRun | undefined> {
	for (let waitedMs = 0; ; waitedMs += pauseMs) {
		try {
			return await client.releasePaymentRun(runId);
		} catch (error) {
			if (error instanceof PermissionError && error.code === "ACCESS_DENIED")
				return undefined;
			if (!(error instanceof ConflictError)) throw error;
			if (error.code !== "MAP_BATCH_IN_PROGRESS")
				throw new StoppedError(
					"The payment run was discarded meanwhile. Nothing was paid. Run the same command again to prepare it anew",
					{ cause: error },
				);
			if (waitedMs >= patienceMs)
				throw new StoppedError(
					"Another batch of payments is still running. Nothing was paid. Run the same command again later",
					{ cause: error },
				);
			if (waitedMs === 0)
				terminal.printError(
					"Another batch of payments is running; this one begins when it has ended",
				);
			await sleep(pauseMs);
		}
	}
}
