import { invoiceKey } from "../dynamodb/keys.ts";
import type { Table } from "../dynamodb/table.ts";
import {
	batchExecute,
	type WriteStatement,
} from "../dynamodb/writes/batch-execute.ts";
import type { InvoicePosting, PostingOutcome } from "./payment-plan.ts";
import { readPostingOutcomes } from "./posting-outcomes.store.ts";

/**
 * Determines the outcome of postings that is unknown: raises the version of each invoice that is unchanged since the
 * plan, so that a delayed write can never take effect, and reads the invoices.
 *
 * @returns One outcome for each posting, in order: `RECORDED` or `CHANGED`.
 * @throws When the store could not be read, or a version could not be raised.
 */
export async function fencePostings(
	table: Table,
	organizationId: string,
	postings: readonly InvoicePosting[],
): Promise<PostingOutcome[]> {
	await batchExecute(
		table,
		postings.map((posting) => fenceStatement(table, organizationId, posting)),
	);
	const outcomes = await readPostingOutcomes(table, organizationId, postings);
	const unknown = outcomes.indexOf("UNKNOWN");
	if (unknown >= 0) {
		throw new Error("It is unknown whether a payment was recorded");
	}
	return outcomes;
}

function fenceStatement(
	table: Table,
	organizationId: string,
	{ slug, version }: InvoicePosting,
): WriteStatement {
	const { pk, sk } = invoiceKey(organizationId, slug);
	return {
		Statement: `UPDATE "${table.name}" SET version = ? WHERE pk = ? AND sk = ? AND version = ?`,
		Parameters: [version + 1, pk, sk, version],
	};
}
