import type { ProcurementPaymentsClient } from "../../client.ts";
import type { BatchResult, PaymentRun } from "../../generated/openapi.ts";
import type { Terminal } from "../command-line/terminal.ts";
import { findRun } from "./open-run.ts";

/** What became of a payment of a run. */
export interface Outcome {
	status: string;
	/** Null when the status is `DONE`. */
	reason: string | null;
	slug: string;
	paymentId: string | null;
	/** Whether the payment was reversed since. */
	isReversed?: true;
}

/** Follows a released run until each of its payments has an outcome. @returns The outcomes in the order of the run. */
export async function followRun(
	client: ProcurementPaymentsClient,
	{ runId, total }: PaymentRun,
	{ progress }: Terminal,
): Promise<Outcome[]> {
	progress.start("Recording", total);
	const results = await client.followBatch(runId, {
		followBatchForMs,
		onStatus: ({ processed }) => progress.update(processed),
	});
	progress.stop();
	return toOutcomes(results, total);
}

const followBatchForMs = 24 * 60 * 60_000;

/** A payment whose result was lost may have been made, so that somebody must look at it. */
const lost: Outcome = {
	status: "ERROR",
	reason: "PROCESSING_FAILED",
	slug: "",
	paymentId: null,
};

function toOutcomes(results: readonly BatchResult[], total: number): Outcome[] {
	const outcomes = Array.from({ length: total }, () => lost);
	for (const result of results) {
		if (result.position === null) continue;
		outcomes[result.position] = {
			status: result.status,
			reason: "reason" in result ? result.reason : null,
			slug: result.slug,
			paymentId: result.paymentId,
		};
	}
	return outcomes;
}

/** Reads what a run has done, without waiting for its end. @returns Undefined while the run is at work. */
export async function findOutcomes(
	client: ProcurementPaymentsClient,
	run: PaymentRun,
	terminal: Terminal,
): Promise<Outcome[] | undefined> {
	const { status } = await client.getBatch(run.runId, { limit: 1 });
	return status === "DONE" ? followRun(client, run, terminal) : undefined;
}

/**
 * Reads the outcomes of a run. Payments that it did not make have the outcomes of the runs that repeat it. Such a run has
 * exactly the payments that were not made, in their order.
 */
export async function withRepeats(
	client: ProcurementPaymentsClient,
	run: PaymentRun,
	outcomes: readonly Outcome[],
	terminal: Terminal,
): Promise<Outcome[]> {
	const left = [...outcomes.keys()].filter(
		(position) => outcomes[position]?.status !== "DONE",
	);
	if (left.length === 0) return [...outcomes];
	const repeat = await findRepeat(client, run, left.length);
	if (!repeat) return [...outcomes];
	const merged = [...outcomes];
	const own = await followRun(client, repeat, terminal);
	const ofRepeat = await withRepeats(client, repeat, own, terminal);
	for (const [index, position] of left.entries())
		merged[position] = ofRepeat[index] ?? lost;
	return merged;
}

async function findRepeat(
	client: ProcurementPaymentsClient,
	{ runId, createdAt }: PaymentRun,
	total: number,
): Promise<PaymentRun | undefined> {
	// A run that repeats another one is newer.
	for await (const run of client.listPaymentRuns({
		state: "RELEASED",
		limit: 100,
	})) {
		if (run.createdAt < createdAt) return undefined;
		if (run.repeatOf === runId && run.total === total)
			return findRun(client, run.runId);
	}
	return undefined;
}

/** Reading more invoices than these takes too long. */
const invoicesMax = 1_000;

/**
 * Marks the payments that were reversed since they were made.
 *
 * @returns Undefined when there are too many invoices to read.
 */
export async function withReversals(
	client: ProcurementPaymentsClient,
	outcomes: readonly Outcome[],
	{ progress }: Terminal,
): Promise<Outcome[] | undefined> {
	const invoices = new Set(
		outcomes.filter(({ status }) => status === "DONE").map(({ slug }) => slug),
	);
	if (invoices.size > invoicesMax) return undefined;
	const reversed = new Set<string>();
	progress.start("Reading payments", invoices.size);
	for (const [index, slug] of [...invoices].entries()) {
		const wanted = new Set(
			outcomes
				.filter((one) => one.slug === slug)
				.map(({ paymentId }) => paymentId),
		);
		for await (const payment of client.listInvoicePayments(slug, {
			limit: 100,
		})) {
			if (!wanted.delete(payment.id)) continue;
			if (payment.reversedAt !== null) reversed.add(payment.id);
			if (wanted.size === 0) break;
		}
		progress.update(index + 1);
	}
	progress.stop();
	return outcomes.map((outcome) =>
		reversed.has(outcome.paymentId ?? "")
			? { ...outcome, isReversed: true }
			: outcome,
	);
}
