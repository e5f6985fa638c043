import { pauseBeforeRetry } from "../retries/retry-busy.ts";
import type { Table } from "../table.ts";

const attemptsMax = 6;

/**
 * Reads items of one transaction. Reads again while some are missing: of a transaction that is committing, an item may
 * be visible before another.
 *
 * @returns What was read last. It is not whole if items stayed missing.
 */
export async function readWhole<Found>(
	table: Table,
	read: () => Promise<Found>,
	isWhole: (found: Found) => boolean,
): Promise<Found> {
	for (let attempt = 1; ; attempt++) {
		const found = await read();
		if (isWhole(found) || attempt === attemptsMax) return found;
		if (!(await pauseBeforeRetry(table, attempt))) return found;
	}
}
