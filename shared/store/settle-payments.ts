import type { Posting, PostingOutcome } from "../domain/payment-plan.ts";
import { fencePostings } from "./fence-postings.ts";
import { recordPayments } from "./record-payments.ts";
import type { Table } from "./table.ts";

/**
 * `recordPayments` for a caller who waits for the answer: what stays unknown is settled here and now.
 *
 * @returns One outcome a posting, in their order, none of them `UNKNOWN`.
 * @throws When an outcome could not be found out.
 */
export async function settlePayments(
	table: Table,
	organizationId: string,
	postings: readonly Posting[],
): Promise<PostingOutcome[]> {
	const outcomes = await recordPayments(table, organizationId, postings);
	const unknown = postings.filter((_, index) => outcomes[index] === "UNKNOWN");
	if (unknown.length === 0) return outcomes;

	const settled = await fencePostings(table, organizationId, unknown);
	return outcomes.map((outcome) =>
		outcome === "UNKNOWN" ? (settled.shift() ?? outcome) : outcome,
	);
}
