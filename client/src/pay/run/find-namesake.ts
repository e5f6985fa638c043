import type { ProcurementPaymentsClient } from "../../client.ts";
import type { PaymentRun } from "../../generated/openapi.ts";

/** Runs are listed newest first, and a former version of a file is among the latest. */
const runsMax = 200;

/** Finds the latest released run of this name, which may be a former version of the same file. */
export async function findNamesake(
	client: ProcurementPaymentsClient,
	{ name, runId }: PaymentRun,
): Promise<PaymentRun | undefined> {
	let read = 0;
	const query = { state: "RELEASED", limit: 100 } as const;
	for await (const run of client.listPaymentRuns(query)) {
		if (run.name === name && run.runId !== runId) return run;
		if (++read >= runsMax) return undefined;
	}
	return undefined;
}
