import type { Table } from "../dynamodb/table.ts";
import { changeRun } from "./change-run.store.ts";
import type { PaymentRun } from "./payment-run.ts";
import { toFreedHold } from "./run-contents.store.ts";

/**
 * Discards a draft and frees its content, in one transaction.
 *
 * @param discarded The run after it.
 * @returns The run: this one, or what another request made of it; undefined when it is gone.
 */
export async function discardRun(
	table: Table,
	discarded: PaymentRun,
): Promise<PaymentRun | undefined> {
	const outcome = await changeRun(table, discarded, [
		toFreedHold(table, discarded),
	]);
	if (outcome.kind === "CHANGED") return discarded;
	// Refused: it expired, and another run took its content.
	return outcome.kind === "NO_DRAFT" ? outcome.run : undefined;
}
