import { findAttempt } from "../../attempts/find-attempt.ts";
import { findRecorded } from "../../payments/find-recorded.ts";
import { readBatchResults } from "../../payments/follow-batch.ts";
import { synchronousMax } from "../../payments/payment-request.ts";
import { isSameSlug } from "../../payments/to-results.ts";
import { isRecordNotFound, ServiceError } from "../errors.ts";
import { type FileRow, toResource } from "../input/file-row.ts";
import { toRanges } from "../journal/entries.ts";
import { type RunContext, sendUntilSettled } from "../task.ts";
import { waitForRunningBatch } from "./outcomes.ts";
import { settleRows, toSent } from "./settle-rows.ts";

/** Pauses before a batch is sent again that another one kept from being taken. */
const busyPausesMs = [1_000, 2_000, 5_000, 15_000];
/** Then the run stops; it can be run again. */
const busyMaxMs = 2 * 60 * 60_000;

/**
 * Pays rows, one request at a time; each row is sent again only when it is certain that it is not paid and may be
 * later.
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

/**
 * The person who stopped a batch did not want the rest of it paid: a person runs the command again, or does not. What
 * is paid can be reversed at once: its ids are noted.
 *
 * @throws ServiceError when one of the rows was in a batch that was stopped.
 */
export async function refuseStopped(
	context: RunContext,
	rows: readonly number[],
) {
	const stopped = rows
		.map((row) => stateOf(context, row))
		.find((state) => state?.reason === "BATCH_STOPPED");
	if (!stopped) return;
	await findPaymentIds(context);
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
		await refuseStopped(context, rows);
		if (outcome !== "BUSY") return;

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

/**
 * Notes the ids of the payments that the rows have made, by which they can be reversed. What keeps them from being read
 * does not make a run fail in which all was paid: the next run reads them.
 */
export async function findPaymentIds(context: RunContext): Promise<void> {
	const { journal, say } = context;
	try {
		for (const [key, request] of journal.state.requests) {
			const rows = request.filter((row) => isWithoutId(context, row, key));
			if (rows.length === 0) continue;
			const ofRequest = await readResults(context, key, rows);
			// Where a result is missing, the others are not in their places.
			if (ofRequest.length === request.length) {
				const ids = request.map((row, position) =>
					idOf(context.rows[row]?.payment?.slug, ofRequest[position]),
				);
				noteIds(context, key, request, ids);
			}
			const left = rows.filter((row) => isWithoutId(context, row, key));
			if (left.length === 0) continue;
			const recorded = await searchIds(context, key, left);
			noteIds(context, key, left, recorded);
		}
	} catch (error) {
		if (!(error instanceof ServiceError)) throw error;
		say(
			`The ids of some payments could not be read (${error.message}). They are needed to reverse the payments: run the same command again to have them in the result file`,
		);
	}
}

function isWithoutId({ journal }: RunContext, row: number, key: string) {
	const state = journal.state.rows.get(row);
	return (
		state?.status === "DONE" &&
		state.key === key &&
		state.paymentId === undefined
	);
}

/** What the service keeps of the request: the results of its batch, or its attempt. */
async function readResults(
	{ client, journal }: RunContext,
	key: string,
	rows: readonly number[],
): Promise<readonly Result[]> {
	const batch = journal.state.rows.get(rows[0] ?? -1)?.bulkActionSlug;
	if (batch === undefined) {
		const attempt = await findAttempt(client, "mark-as-paid", key);
		return attempt?.results ?? [];
	}
	try {
		return await readBatchResults(client, batch);
	} catch (error) {
		if (isRecordNotFound(error)) return [];
		throw error;
	}
}

/** What the records of the invoices show under the request's key. */
async function searchIds(
	context: RunContext,
	key: string,
	rows: readonly number[],
): Promise<(string | undefined)[]> {
	context.say("Reading the ids of the payments from the invoices");
	const sent = toSent(context, { key, rows });
	const found = await findRecorded(context.client, sent);
	return found.map(({ paymentId }) => paymentId);
}

interface Result {
	slug: string;
	paymentId: string | null;
}

/** The result of another resource says nothing. */
const idOf = (slug: string | undefined, result: Result | undefined) =>
	slug !== undefined && result && isSameSlug(slug, result.slug)
		? (result.paymentId ?? undefined)
		: undefined;

/** @param ids Of the rows; undefined where none was found. */
function noteIds(
	context: RunContext,
	key: string,
	rows: readonly number[],
	ids: readonly (string | undefined)[],
) {
	const found = rows.flatMap((row, position) => {
		const id = ids[position];
		return id !== undefined && isWithoutId(context, row, key)
			? [{ row, id }]
			: [];
	});
	if (found.length === 0) return;
	context.journal.append({
		type: "payments",
		key,
		rows: toRanges(found.map(({ row }) => row)),
		ids: found.map(({ id }) => id),
	});
}
