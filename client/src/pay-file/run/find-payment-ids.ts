import { findAttempt } from "../../attempts/find-attempt.ts";
import { findRecorded } from "../../payments/find-recorded.ts";
import { readBatchResults } from "../../payments/follow-batch.ts";
import { isSameSlug } from "../../payments/to-results.ts";
import { isRecordNotFound, ServiceError } from "../errors.ts";
import { toResource } from "../input/file-row.ts";
import { toRanges } from "../journal/entries.ts";
import type { RunContext } from "./run-context.ts";

/**
 * Notes the ids of the payments that the rows have made, by which they can be reversed. What keeps them from being read does
 * not make a run fail in which all was paid: the next run reads them.
 */
export async function findPaymentIds(context: RunContext): Promise<void> {
	const { journal, say } = context;
	try {
		for (const [key, request] of journal.state.requests) {
			const rows = request.filter((row) => isWithoutId(context, row, key));
			if (rows.length === 0) continue;
			const ofRequest = await readResults(context, key, rows);
			const ids = request.map((row, position) =>
				idOf(context.rows[row]?.payment?.slug, ofRequest[position]),
			);
			noteIds(context, key, request, ids);
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
	{ client, rows, say }: RunContext,
	key: string,
	indexes: readonly number[],
): Promise<(string | undefined)[]> {
	say("Reading the ids of the payments from the invoices");
	const resources = indexes.map((index) => {
		const payment = rows[index]?.payment;
		if (payment) return toResource(payment);
		throw new Error("A row that was paid can be read");
	});
	const attempt = { idempotencyKey: key, firstSentAt: null };
	const found = await findRecorded(client, { resources, attempt });
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
