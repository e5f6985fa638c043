import type { Recorded } from "../../attempts/settlement.ts";
import { followBatch, waitForBatch } from "../../payments/follow-batch.ts";
import { lookUpDoubtful } from "../../payments/look-up-doubtful.ts";
import { findRunningBatch } from "../../payments/payment-request.ts";
import type { ResourceResult } from "../../payments/resource.ts";
import { type SentPayments, toResults } from "../../payments/to-results.ts";
import { isRecordNotFound } from "../errors.ts";
import { groupBy } from "../input/file-row.ts";
import {
	type OutcomeEntry,
	type OutcomeStatus,
	toRanges,
} from "../journal/entries.ts";
import type { RunContext } from "../task.ts";

export interface RowOutcome {
	status: OutcomeStatus;
	reason?: string;
}

export function resultToOutcome({
	status,
	reason,
}: Pick<ResourceResult, "status" | "reason">): RowOutcome {
	if (status === "NOT_RECORDED") return notRecorded;
	return { status, ...(reason !== null && { reason }) };
}

export const recordedToOutcome = ({ state }: Recorded): RowOutcome =>
	(
		({
			RECORDED: { status: "DONE" },
			NOT_RECORDED: notRecorded,
			UNCLEAR: { status: "UNKNOWN", reason: "OTHER_PAYMENTS" },
		}) as const satisfies Record<Recorded["state"], RowOutcome>
	)[state];

const notRecorded = { status: "NOT_TAKEN", reason: "NOT_RECORDED" } as const;

/** An outcome with the rows of equal results together. */
export function toOutcome(
	key: string,
	rows: readonly number[],
	outcomes: readonly RowOutcome[],
	at: number,
): OutcomeEntry {
	const known = rows.map((row, position) => {
		const outcome = outcomes[position];
		if (!outcome) throw new Error("A row of the request has no outcome");
		return { row, outcome };
	});
	const groups = groupBy(known, ({ outcome: { status, reason } }) => [
		JSON.stringify([status, reason]),
	]);
	return {
		type: "outcome",
		at: new Date(at).toISOString(),
		key,
		results: [...groups.values()].flatMap((group) => {
			const [first] = group;
			const ranges = toRanges(group.map(({ row }) => row));
			return first ? [{ ...first.outcome, rows: ranges }] : [];
		}),
	};
}

/** A user looks at the progress bar. */
const backoff = { firstMs: 250, longestMs: 2_000 };
const followBatchForMs = Number.POSITIVE_INFINITY;

/**
 * Waits for the end of a batch.
 *
 * @returns The outcome of each of the resources.
 * @throws IdempotencyKeyReusedError when it is a batch of other resources; NotFoundError when it is not kept any more.
 */
export async function readBatchOutcomes(
	{ client, patience, onProgress }: RunContext,
	sent: SentPayments,
	bulkActionSlug: string,
): Promise<RowOutcome[]> {
	const onStatus = ({ processed }: { processed: number }) => {
		patience.renew();
		onProgress(processed);
	};
	const options = { followBatchForMs, onStatus };
	const answered = await followBatch(client, bulkActionSlug, options, backoff);
	const outcomes = toResults(sent, answered, bulkActionSlug).map(
		resultToOutcome,
	);
	const doubtful = await lookUpDoubtful(client, sent, answered);
	for (const [position, state] of doubtful)
		outcomes[position] =
			state === "PAID"
				? { status: "DONE" }
				: { status: "UNKNOWN", reason: "PROCESSING_FAILED" };
	return outcomes;
}

/** Waits while a batch of the organization is running. */
export async function waitForRunningBatch({
	client,
	patience,
	say,
}: RunContext): Promise<void> {
	const running = await findRunningBatch(client);
	if (!running) return;
	say(`Waiting for the batch ${running}, which is running`);
	const onStatus = patience.renew;
	await waitForBatch(
		client,
		running,
		{ followBatchForMs, onStatus },
		backoff,
	).catch((error: unknown) => {
		if (!isRecordNotFound(error)) throw error;
	});
}
