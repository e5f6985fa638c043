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
 * @throws OrganizationFileError It names the path and the JSON pointer.
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
	/** Receives the number of writes that are done, and that of all planned writes. */
	showProgress?(done: number, total: number): void;
}

/** How often an import may lose its lease to others before it ends with an error. */
const passesMax = 5;

/**
 * Upserts the entries of an organization file (contract 2, "Importing"). Idempotent: an import that was interrupted can
 * be repeated, and unchanged entries write nothing. All entries are checked before the first write. After it, only
 * concurrent changes to the same records can be a reason to refuse an entry. The rest is then imported, and the error
 * says so.
 *
 * One import at a time writes to an organization. If an import was suspended, and another has taken over its lease, it
 * begins again when the other one has ended. The result is the same as if one had followed the other.
 *
 * @returns The plan of what it has written.
 * @throws OrganizationFileError When an entry conflicts with a stored record, with the JSON pointer of the first such
 *   entry, or when another import of the organization runs.
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
	/** The last plan, with the writes of all plans. */
	plan: ImportPlan;
	/** Whether parts of the file may be written already. */
	hasSent: boolean;
	done: number;
	watcher: ImportWatcher;
	/** The call that tells the watcher about the last plan. Concurrent writes wait for the same call. */
	told?: Promise<void> | undefined;
}

/** A payment or a request in between may be the reason why an entry is refused after others were written (contract 2). */
const restImported =
	". What changed meanwhile refuses this; the rest of the file is imported";

/** @returns False when another import has taken over the lease; parts of the file may be written then. */
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
		// If this fails too, the next import takes over the lease, since no import renews it.
		await lease.release().catch(() => {});
		if (error instanceof LeaseLostError) return false;
		throw error;
	}
	return lease.release();
}
