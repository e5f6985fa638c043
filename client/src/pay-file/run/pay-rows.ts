import { synchronousMax } from "../../payments/payment-request.ts";
import { ServiceError } from "../service-error.ts";
import { waitForRunningBatch } from "./batches.ts";
import { planRequests } from "./plan-requests.ts";
import type { RunContext } from "./run-context.ts";
import { sendUntilSettled } from "./send-until-settled.ts";
import { settleRows } from "./settle-rows.ts";

/** Pauses before a batch is sent again that another one kept from being taken. */
const busyPausesMs = [1_000, 2_000, 5_000, 15_000];
/** Then the run stops; it can be run again. */
const busyMaxMs = 2 * 60 * 60_000;

/**
 * Pays rows, one request at a time; each row is sent again only when it is certain that it is not paid and may be later.
 *
 * @param indexes In ascending order.
 */
export const payRows = (context: RunContext, indexes: readonly number[]) =>
	sendUntilSettled(context, indexes, async (waiting) => {
		for (const rows of planRequests(context.rows, waiting)) {
			// Stops here when the user has asked for it.
			await context.client.timing.sleep(0);
			await payRequest(context, rows);
		}
	});

const stateOf = ({ journal }: RunContext, index: number) =>
	journal.state.rows.get(index);

/** Whoever stopped a batch did not want the rest of it paid: a person runs the command again, or does not. */
function refuseStopped(context: RunContext, rows: readonly number[]) {
	const stopped = rows
		.map((row) => stateOf(context, row))
		.find((state) => state?.reason === "BATCH_STOPPED");
	if (!stopped) return;
	throw new ServiceError(
		`The batch ${stopped.bulkActionSlug} was stopped: its rows that are SKIPPED are not paid, and no other was sent after it. To pay them all the same, run the same command again`,
	);
}

/** Sends a request under a new key; while another batch is running, again and again. */
async function payRequest(context: RunContext, rows: readonly number[]) {
	const { client, newKey, patience, say, onProgress } = context;
	const { timing } = client;
	const begun = timing.now();
	for (let tries = 0; ; tries++) {
		if (rows.length > synchronousMax) await waitForRunningBatch(context);
		if (patience.leftMs() <= 0)
			throw new ServiceError(
				"For half an hour no request had an answer that settles a row. Run the same command again to continue",
			);
		const request = { key: newKey(), rows };
		const outcome = await settleRows(context, request, { isNew: true });
		onProgress(0);
		refuseStopped(context, rows);
		if (outcome === "NOTED") return;

		patience.renew();
		if (timing.now() - begun > busyMaxMs)
			throw new ServiceError(
				"A batch of the organization is running. Run the same command again when it has ended",
			);
		if (tries === 0)
			say("Waiting for a batch of the organization that is running");
		await timing.sleep(busyPausesMs[tries] ?? 30_000);
	}
}
