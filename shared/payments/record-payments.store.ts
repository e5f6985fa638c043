import { invoiceKey } from "../dynamodb/keys.ts";
import { retryUnknown } from "../dynamodb/retries/retry-unknown.ts";
import { settleUnknown } from "../dynamodb/retries/settle-unknown.ts";
import { toStoredNumber } from "../dynamodb/stored-values.ts";
import { type Table, withExtendedRetryTime } from "../dynamodb/table.ts";
import {
	batchExecute,
	needsRead,
	type WriteStatement,
} from "../dynamodb/writes/batch-execute.ts";
import { toStoredPayment } from "../invoices/item/payments.store.ts";
import { countSettled } from "../logging/activity.ts";
import { sum } from "../money/decimal.ts";
import { fencePostings } from "./fence-postings.store.ts";
import type { InvoicePosting, PostingOutcome } from "./payment-plan.ts";
import { readPostingOutcomes } from "./posting-outcomes.store.ts";

/**
 * Records each posting's payments and lowers its invoice's due, with one conditional write of one item (ADR 2). May run
 * repeatedly and concurrently for the same postings: the planned version lets at most one write take effect, and the
 * payment ids tell whether it was this posting's (ADR 4).
 *
 * @returns One outcome for each posting, in order.
 * @throws When the store could not be read.
 */
export async function recordPayments(
	table: Table,
	organizationId: string,
	postings: readonly InvoicePosting[],
): Promise<PostingOutcome[]> {
	return retryUnknown(table, postings, (open) =>
		recordOnce(table, organizationId, open),
	);
}

/**
 * `recordPayments` for postings that an earlier attempt may have recorded. Reads first, because a failed write costs a
 * write unit, which an overloaded table lacks.
 */
export async function resumePayments(
	table: Table,
	organizationId: string,
	postings: readonly InvoicePosting[],
): Promise<PostingOutcome[]> {
	const outcomes = await readPostingOutcomes(table, organizationId, postings);
	return settleUnknown(postings, outcomes, (open) =>
		recordPayments(table, organizationId, open),
	);
}

/**
 * `recordPayments` for a synchronous request: fences postings of unknown outcome, so that every outcome is final.
 *
 * @returns One outcome for each posting, in order, none of them `UNKNOWN`.
 * @throws When an outcome could not be determined.
 */
export async function recordPaymentsConclusively(
	table: Table,
	organizationId: string,
	postings: readonly InvoicePosting[],
): Promise<PostingOutcome[]> {
	const outcomes = await recordPayments(table, organizationId, postings);
	return settleUnknown(postings, outcomes, async (unknown) => {
		const fenced = await fencePostings(
			withExtendedRetryTime(table),
			organizationId,
			unknown,
		);
		countSettled(fenced.length);
		return fenced;
	});
}

async function recordOnce(
	table: Table,
	organizationId: string,
	postings: readonly InvoicePosting[],
): Promise<PostingOutcome[]> {
	const written = await batchExecute(
		table,
		postings.map((posting) => paymentStatement(table, organizationId, posting)),
	);
	const unresolved = postings.filter((_, index) => needsRead(written[index]));
	const read = await readPostingOutcomes(
		withExtendedRetryTime(table),
		organizationId,
		unresolved,
	);
	return written.map((outcome) => {
		if (outcome === "WRITTEN") return "RECORDED";
		if (outcome === "OVERLOADED" || outcome === "TOO_LARGE") return outcome;
		const found = read.shift() ?? "UNKNOWN";
		if (outcome === "UNKNOWN" && found !== "UNKNOWN") countSettled(1);
		return found;
	});
}

function paymentStatement(
	table: Table,
	organizationId: string,
	{ slug, version, payments }: InvoicePosting,
): WriteStatement {
	const total = toStoredNumber(sum(payments.map(({ amount }) => amount)));
	const { pk, sk } = invoiceKey(organizationId, slug);
	return {
		Statement:
			`UPDATE "${table.name}"` +
			" SET due = due - ?, paid = paid + ?, version = ?, payments = list_append(payments, ?)" +
			" WHERE pk = ? AND sk = ? AND version = ?",
		Parameters: [
			total,
			total,
			version + 1,
			payments.map(toStoredPayment),
			pk,
			sk,
			version,
		],
	};
}
