import type { Table } from "../dynamodb/table.ts";
import type { LeaveOut } from "./payment-result.ts";
import { findRepeated, toLeftOut } from "./payment-warnings.ts";
import { findRecordedAlready, type Judged } from "./recorded-already.store.ts";

/**
 * The requests that a payment run leaves out, by their index (runs P2). They are judged when their chunk is decided, so
 * that a payment that was recorded since the run was checked is not made again. Reads nothing for other batches.
 */
export async function findLeftOut(
	table: Table,
	leaveOut: readonly LeaveOut[],
	judged: Judged,
): Promise<ReadonlyMap<number, LeaveOut>> {
	if (leaveOut.length === 0) return new Map();
	return toLeftOut(leaveOut, {
		ALREADY_RECORDED: leaveOut.includes("ALREADY_RECORDED")
			? await findRecordedAlready(table, judged)
			: new Set(),
		REPEATED: findRepeated(judged.requests),
	});
}
