import { forEachConcurrently } from "../../../shared/runtime/concurrently.ts";
import type { WriteOutcome } from "../../../shared/store/dynamodb/batch-execute.ts";
import { executeTransaction } from "../../../shared/store/dynamodb/execute-transaction.ts";
import { backOff } from "../../../shared/store/dynamodb/retry-busy.ts";
import type { Table } from "../../../shared/store/dynamodb/table.ts";
import { unwrittenError } from "../unwritten.ts";
import { planUpserts, type Upsert } from "../upsert.ts";

const invoicesAtOnce = 10;
const roundsMax = 6;

/**
 * Writes invoices that get or give up a number: the invoice, the pointer from its new number and the end of the pointer
 * from the former one are one transaction. An import that was interrupted between them would reserve a number for ever,
 * for an invoice that does not exist or no longer has it.
 *
 * @param changes The writes of each invoice. They are decided anew from what is stored.
 * @param onWritten Called with the number of writes done since the last call.
 * @throws When the store stays overloaded, does not answer, or other writers are always faster.
 */
export async function writeNumbered(
	table: Table,
	changes: readonly (readonly Upsert[])[],
	onWritten: (count: number) => void,
) {
	let open = changes;
	let outcomes = new Set<WriteOutcome>();
	for (let round = 0; round < roundsMax && open.length > 0; round++) {
		await backOff(table, round);
		const left: (readonly Upsert[])[] = [];
		outcomes = new Set();
		await forEachConcurrently(open, invoicesAtOnce, async (upserts) => {
			const planned = await planUpserts(table, upserts);
			if (planned.length === 0) return;
			const statements = planned.map(({ statement }) => statement);
			const outcome = await executeTransaction(table, statements);
			if (outcome === "WRITTEN") return onWritten(planned.length);
			outcomes.add(outcome);
			left.push(upserts);
		});
		open = left;
	}
	const count = open.length;
	if (count === 0) return;
	throw unwrittenError({ what: "invoices with numbers", count }, outcomes);
}
