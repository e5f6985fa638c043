import type { Table } from "../../shared/dynamodb/table.ts";
import { writeInRounds } from "../../shared/dynamodb/writes/write-in-rounds.ts";
import type { ImportContext } from "./import/file-entry.ts";
import {
	type HeldLease,
	holdLease,
	LeaseLostError,
} from "./import/hold-lease.ts";
import {
	type ImportPlan,
	mergeWrites,
	planImport,
} from "./import/import-plan.ts";
import { throwFirst, withFilePath } from "./organization-file-error.ts";
import { readOrganizationFile } from "./read-organization-file.ts";
import type { OrganizationFile } from "./schema.ts";

/**
 * Reads, checks and imports an organization file.
 *
 * @throws OrganizationFileError with the path and the JSON pointer.
 */
export async function importOrganizationFile(
	table: Table,
	path: string,
	now: Date,
): Promise<void> {
	const file = readOrganizationFile(path);
	await withFilePath(path, () => importOrganization(table, file, now));
}

/** Follows an import. */
export interface ImportWatcher {
	/** Receives each plan before its first write is sent. What it throws ends the import. */
	onPlan?(plan: ImportPlan): Promise<void>;
	/** Receives the number of writes done, and of all that are planned. */
	showProgress?(done: number, total: number): void;
}

/** How often an import may lose its lease to others before it ends with an error. */
const passesMax = 5;

/**
 * Upserts the entries of an organization file (contract 2, "Importing"). Idempotent: an import that was interrupted can
 * be repeated, and unchanged entries write nothing. All entries are checked before the first write; after it, only
 * concurrent changes to the same records can refuse an entry: the rest is imported, and the error says so.
 *
 * One import at a time writes to an organization. One that was suspended, so that another has taken its lease over,
 * begins again when that one has ended: the result is that of one after the other.
 *
 * @returns What it has written, as it was planned.
 * @throws OrganizationFileError with the JSON pointer of the first entry that conflicts with a stored record, or when
 *   another import of the organization runs.
 */
export async function importOrganization(
	table: Table,
	file: OrganizationFile,
	now: Date,
	watcher: ImportWatcher = {},
): Promise<ImportPlan> {
	const context = { table, organizationId: file.org.id, now };
	const running: RunningImport = {
		plan: { phases: [], writes: [], errors: [] },
		hasSent: false,
		done: 0,
		watcher,
	};
	for (let pass = 0; pass < passesMax; pass++) {
		const lease = await holdLease(context, pass === 0 ? "REFUSE" : "WAIT");
		if (!(await importUnder(lease, context, file, running))) continue;
		throwFirst(running.plan.errors, restImported);
		return running.plan;
	}
	throw new Error(
		"Other imports of the organization kept taking over. Try again.",
	);
}

/** The state of an import, over all its passes. */
interface RunningImport {
	/** The last plan, with the writes of all. */
	plan: ImportPlan;
	/** Parts of the file may be written. */
	hasSent: boolean;
	done: number;
	watcher: ImportWatcher;
	/** Whether the watcher has heard of the last plan. Concurrent writes wait for one call. */
	told?: Promise<void> | undefined;
}

/** A payment or request that came in between may refuse an entry when others are written (contract 2). */
const restImported =
	". What changed meanwhile refuses this; the rest of the file is imported";

/** @returns false when another import has taken the lease over: parts of the file may be written. */
async function importUnder(
	lease: HeldLease,
	context: ImportContext,
	file: OrganizationFile,
	running: RunningImport,
): Promise<boolean> {
	try {
		await writeInRounds(
			context.table,
			async () => {
				const plan = await planImport(context, file);
				if (!running.hasSent) throwFirst(plan.errors);
				const writes = mergeWrites(running.plan.writes, plan.writes);
				running.plan = { ...plan, writes };
				running.told = undefined;
				return plan.phases;
			},
			{
				async beforeWrites() {
					running.told ??= running.watcher.onPlan?.(running.plan);
					await running.told;
					await lease.confirm();
					running.hasSent = true;
				},
				onWritten(count) {
					running.done += count;
					const total = running.plan.writes.length;
					const done = Math.min(running.done, total);
					running.watcher.showProgress?.(done, total);
				},
			},
		);
	} catch (error) {
		// Should this fail too, the next import takes the lease over, since no import renews it.
		await lease.release().catch(() => {});
		if (error instanceof LeaseLostError) return false;
		throw error;
	}
	return lease.release();
}
