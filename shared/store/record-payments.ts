import { sum } from "../domain/money.ts";
import type { Posting, PostingOutcome } from "../domain/payment-plan.ts";
import { invoiceKey } from "./keys.ts";
import { toStoredNumber } from "./numbers.ts";
import { toStoredPayment } from "./payments.ts";
import { readPostingOutcomes } from "./posting-outcomes.ts";
import type { Table } from "./table.ts";
import { untilKnown } from "./until-known.ts";
import {
	type WriteOutcome,
	type WriteStatement,
	writeEach,
} from "./write-each.ts";

/**
 * Records each posting's payments and lowers its invoice's due: one conditional write of one item (design 4).
 * May run twice, or twice at once, for the same postings: the version planned with lets at most one write take
 * effect, and the payments' ids tell whether it was one of ours.
 *
 * @returns One outcome a posting, in their order.
 * @throws When the store could not be read.
 */
export async function recordPayments(
	table: Table,
	organizationId: string,
	postings: readonly Posting[],
): Promise<PostingOutcome[]> {
	return untilKnown(table, postings, (open) =>
		recordOnce(table, organizationId, open),
	);
}

async function recordOnce(
	table: Table,
	organizationId: string,
	postings: readonly Posting[],
): Promise<PostingOutcome[]> {
	const written = await writeEach(
		table,
		postings.map((posting) => paymentStatement(table, organizationId, posting)),
	);
	const unclear = postings.filter((_, index) => isUnclear(written[index]));
	const read = await readPostingOutcomes(table, organizationId, unclear);
	return written.map((outcome) => {
		if (outcome === "WRITTEN") return "RECORDED";
		if (outcome === "OVERLOADED") return "OVERLOADED";
		return read.shift() ?? "UNKNOWN";
	});
}

/** A refusal is looked into: an earlier write of the same posting may be what changed the invoice. */
function isUnclear(outcome: WriteOutcome | undefined): boolean {
	return outcome === "REFUSED" || outcome === "UNKNOWN";
}

function paymentStatement(
	table: Table,
	organizationId: string,
	{ slug, version, payments }: Posting,
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
