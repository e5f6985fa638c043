import {
	holdBatchGuard,
	releaseBatchGuard,
} from "../../shared/store/batches/batch-guard.ts";
import type { Table } from "../../shared/store/dynamodb/table.ts";
import { CommandError } from "../command-error.ts";

/** Who holds the guards that the command line sets. */
const holder = "operator";

/**
 * Sets the one-batch guard, as the web application does around a batch of its own: until it is removed, the
 * organization starts no batch (spec 4.4 rule 4).
 *
 * @throws CommandError when it is set already, by whomever.
 */
export async function holdBatches(table: Table, organizationId: string) {
	const guard = await holdBatchGuard(table, organizationId, holder);
	if (!guard) return;
	throw new CommandError(
		guard.bulkActionSlug
			? `Batch ${guard.bulkActionSlug} runs in ${organizationId}`
			: `${guard.holder} holds the batches of ${organizationId} already`,
	);
}

/**
 * Removes the guard that the web application or `holdBatches` set; does nothing when there is none.
 *
 * @throws CommandError when it is that of a batch of ours, which gives it back at its end, however it ends.
 */
export async function releaseBatches(table: Table, organizationId: string) {
	const guard = await releaseBatchGuard(table, organizationId);
	if (!guard) return;
	throw new CommandError(
		`The guard of ${organizationId} is that of batch ${guard.bulkActionSlug}, which gives it back when it ends`,
	);
}
