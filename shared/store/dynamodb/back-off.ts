import { backoffMilliseconds } from "../../runtime/backoff.ts";
import type { Table } from "./table.ts";

/** Waits before a repeated attempt; the first is attempt 0. */
export async function backOff(table: Table, attempt: number) {
	if (attempt > 0) await table.pause(backoffMilliseconds(attempt));
}
