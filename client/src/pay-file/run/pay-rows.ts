import { synchronousMax } from "../../payments/payment-request.ts";
import { ServiceError } from "../errors.ts";
import { type FileRow, toResource } from "../input/file-row.ts";
import { waitForRunningBatch } from "./batches.ts";
import { type RunContext, sendUntilSettled } from "./run-context.ts";
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

/** The person who stopped a batch did not want the rest of it paid: a person runs the command again, or does not. */
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

/** The service takes 6 MB, some 40,000 resources. Smaller batches make an interrupted run easier to continue. */
const rowsMax = 5_000;
const bytesMax = 3_000_000;
/** The service stores an invoice's payments of one request together, up to 300 KB of them. */
const rowsOfInvoiceMax = 100;

/** @param indexes Of the rows to pay, in ascending order. @returns The rows of each request. */
export function planRequests(
	rows: readonly FileRow[],
	indexes: readonly number[],
): number[][] {
	const requests: number[][] = [];
	let current: number[] = [];
	let bytes = 0;
	let ofInvoice = new Map<string, number>();
	for (const index of indexes) {
		const payment = rows[index]?.payment;
		if (payment?.slug === undefined) continue;
		const size = Buffer.byteLength(JSON.stringify(toResource(payment))) + 1;
		const count = ofInvoice.get(payment.slug) ?? 0;
		const isFull =
			current.length >= rowsMax ||
			bytes + size > bytesMax ||
			count >= rowsOfInvoiceMax;
		if (isFull) {
			requests.push(current);
			current = [];
			bytes = 0;
			ofInvoice = new Map();
		}
		current.push(index);
		bytes += size;
		ofInvoice.set(payment.slug, isFull ? 1 : count + 1);
	}
	if (current.length > 0) requests.push(current);
	return requests;
}
