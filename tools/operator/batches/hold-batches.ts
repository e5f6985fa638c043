import {
	holdBatchGuard,
	releaseBatchGuard,
} from "../../../shared/batches/batch-guard.store.ts";
import type { Table } from "../../../shared/dynamodb/table.ts";
import { CommandError } from "../command-error.ts";

/** The holder of guards that the command line sets. */
const holder = "operator";

/**
 * Sets the one-batch guard, as the web application does during its own batch. New batches of the organization are
 * refused until the guard is removed (spec 4.4 rule 4).
 *
 * @throws CommandError When the guard is already set, by any holder.
 */
export async function holdBatches(
	table: Table,
	organizationId: string,
	now: Date,
) {
	const guard = await holdBatchGuard(table, organizationId, holder, now);
	if (!guard) return;
	throw new CommandError(
		guard.bulkActionSlug
			? `Batch ${guard.bulkActionSlug} is running in ${organizationId}: wait until it has ended, or end it with \`batch stop\``
			: `${guard.holder} already holds the batches of ${organizationId}: \`batch release\` ends that`,
	);
}

/**
 * Removes a guard that the web application or `holdBatches` set. Does nothing when no guard is set.
 *
 * @throws CommandError When the guard belongs to a batch of this service, which removes it when it ends, or was set
 *   again in the meantime.
 */
export async function releaseBatches(table: Table, organizationId: string) {
	const guard = await releaseBatchGuard(table, organizationId);
	if (!guard) return;
	throw new CommandError(
		guard.bulkActionSlug
			? `The guard of ${organizationId} belongs to batch ${guard.bulkActionSlug}, which removes it when it ends: wait for it, or end it with \`batch stop\``
			: `${guard.holder} has set the guard of ${organizationId} anew in the meantime: \`batch release\` again removes that one`,
	);
}
