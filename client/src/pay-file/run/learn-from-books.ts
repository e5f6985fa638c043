import { Big } from "big.js";
import type { Payment } from "../input/file-row.ts";
import type { OpenRequest } from "../journal/journal-state.ts";
import type { RecordedPayment } from "../service/payments-service.ts";
import { waitForBatch } from "./learn-from-batch.ts";
import { type RowOutcome, toOutcome } from "./outcome.ts";
import type { RunContext } from "./run-context.ts";

export type InBooks = "RECORDED" | "NOT_RECORDED" | "UNCLEAR";

/**
 * Notes the outcome of a request by the payments of its invoices, which name the idempotency key that made them. That is
 * possible for ever, but it takes a read for each invoice, and it proves nothing while a batch may still be at work.
 */
export async function learnFromBooks(
	context: RunContext,
	request: OpenRequest,
) {
	const { service, journal, now, say } = context;
	say("Reading the payments of the invoices of the last request");
	for (;;) {
		const running = await service.findRunningBatch();
		if (!running || !(await waitForBatch(context, running))) break;
	}
	const found = await findInBooks(context, request.key, request.rows);
	const outcomes = {
		RECORDED: { status: "DONE" },
		NOT_RECORDED: { status: "NOT_TAKEN", reason: "NOT_RECORDED" },
		UNCLEAR: { status: "UNKNOWN", reason: "OTHER_PAYMENTS" },
	} as const satisfies Record<InBooks, RowOutcome>;
	journal.append(
		toOutcome(
			request.key,
			request.rows,
			(position) =>
				outcomes[found.get(request.rows[position] ?? -1) ?? "UNCLEAR"],
			{ at: now() },
		),
	);
}

/** Which rows of a request are recorded as payments. */
export async function findInBooks(
	{ service, rows, onProgress }: RunContext,
	key: string,
	indexes: readonly number[],
): Promise<Map<number, InBooks>> {
	const found = new Map<number, InBooks>();
	const byInvoice = new Map<string, number[]>();
	for (const index of indexes) {
		const slug = rows[index]?.payment?.slug ?? "";
		byInvoice.set(slug, [...(byInvoice.get(slug) ?? []), index]);
	}
	for (const [slug, ofInvoice] of byInvoice) {
		const recorded: RecordedPayment[] = [];
		for await (const page of service.paymentsOf(slug))
			recorded.push(
				...page.filter(({ idempotencyKey }) => idempotencyKey === key),
			);
		for (const index of ofInvoice) {
			const payment = rows[index]?.payment;
			const match = recorded.findIndex((one) => payment && isOf(one, payment));
			if (match >= 0) recorded.splice(match, 1);
			found.set(index, match >= 0 ? "RECORDED" : "NOT_RECORDED");
		}
		// Payments of this key that no row asked for: nothing is certain of this invoice.
		if (recorded.length > 0)
			for (const index of ofInvoice) found.set(index, "UNCLEAR");
		onProgress(found.size);
	}
	return found;
}

const isOf = (recorded: RecordedPayment, { amount, utr }: Payment) =>
	new Big(recorded.amount).eq(amount) && recorded.utr === (utr ?? null);
