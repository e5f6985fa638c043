import { sum } from "../domain/money.ts";
import type { Posting, PostingOutcome } from "../domain/payment-plan.ts";
import { invoiceKey } from "./keys.ts";
import { toStoredNumber } from "./numbers.ts";
import { pauseBefore } from "./pace.ts";
import { toStoredPayment } from "./payments.ts";
import { readPostingOutcomes } from "./posting-outcomes.ts";
import type { Table } from "./table.ts";
import {
	type WriteOutcome,
	type WriteStatement,
	writeEach,
} from "./write-each.ts";

const roundsMax = 3;

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
	let outcomes = await recordOnce(table, organizationId, postings);
	for (let round = 1; round < roundsMax; round++) {
		const open = postings.filter((_, index) => outcomes[index] === "UNKNOWN");
		if (open.length === 0) break;
		await pauseBefore(table, round);
		const later = await recordOnce(table, organizationId, open);
		outcomes = outcomes.map((outcome) =>
			outcome === "UNKNOWN" ? toLaterOutcome(later.shift()) : outcome,
		);
	}
	return outcomes;
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

/** A write that was only refused for load says nothing of the one before, which may still be on its way. */
function toLaterOutcome(outcome: PostingOutcome | undefined): PostingOutcome {
	if (outcome === undefined || outcome === "OVERLOADED") return "UNKNOWN";
	return outcome;
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
