import type {
	OrganizationFileError,
	Report,
} from "../organization-file-error.ts";
import type { OrganizationFile } from "../schema.ts";
import { planApiKeys } from "./api-key-entries.ts";
import {
	type EntryUnit,
	type EntryWrite,
	type ImportContext,
	type ImportPhase,
	planEntries,
	reportTooLarge,
} from "./file-entry.ts";
import { planInvoices } from "./invoices/plan-invoices.ts";
import { planOrders } from "./orders/plan-orders.ts";
import { organizationEntry } from "./organization-entry.ts";
import { referenceEntries } from "./reference-entries.ts";
import { planSkus } from "./skus/plan-skus.ts";
import { planUsers } from "./users/plan-users.ts";

/** What an import writes. Every write depends on what the plan has read of its item. */
export interface ImportPlan {
	/** The phases of the import, without what belongs to an entry with an error. */
	phases: readonly ImportPhase[];
	/** All planned writes, without those of a phase that is planned later. */
	writes: readonly EntryWrite[];
	/** Conflicts of entries with stored records. If one is found before the first write, nothing is written. */
	errors: readonly OrganizationFileError[];
}

/** Compares a file with the store. Writes nothing. */
export async function planImport(
	context: ImportContext,
	file: OrganizationFile,
): Promise<ImportPlan> {
	const { table, now } = context;
	const errors: OrganizationFileError[] = [];
	const report: Report = (error) => errors.push(error);

	const orders = await planOrders(context, file, report);
	const users = await planUsers(context, file, report);
	const references = referenceEntries(context, file);
	const records = await planEntries(table, references, report);
	const skus = await planSkus(context, file);
	const invoices = await planInvoices(context, file, report);
	const entry = organizationEntry(file);
	const organization = await planEntries(table, [entry], report);
	const apiKeys = await planApiKeys(table, file, { now, report });

	const phases: ImportPhase[] = [
		...skus.released,
		// These come before the other records: until then, an order that the file approves would be free for other advances.
		orders.linked,
		[...orders.others, ...users, ...records, ...skus.records, ...invoices],
		// The policies of the organization name users, vendors and tags of the file.
		[...skus.named, ...organization],
		apiKeys.listed,
		// Keys come last, so that the first request with a new key finds all imported records.
		apiKeys.keys,
	];
	const planned = phases.filter(isPlanned).flat();
	reportTooLarge(planned, report);
	const isAccepted = toAccepted(errors);
	return {
		phases: phases.map((phase) =>
			isPlanned(phase) ? phase.filter(isAccepted) : phase,
		),
		writes: planned.flat(),
		errors,
	};
}

const isPlanned = (phase: ImportPhase): phase is readonly EntryUnit[] =>
	typeof phase !== "function";

/** Returns a test whether no entry of a unit has an error. The pointer of an error begins with that of its entry. */
function toAccepted(errors: readonly OrganizationFileError[]) {
	const refused = new Set(
		errors.map(({ pointer }) => pointer?.split("/", 3).join("/")),
	);
	return (unit: EntryUnit) =>
		!unit.some(({ record }) => record && refused.has(record.pointer));
}

/**
 * Joins the writes of both plans. If both change an entry, the earlier write is kept, which names what was there before
 * the import.
 */
export function mergeWrites(
	earlier: readonly EntryWrite[],
	later: readonly EntryWrite[],
): readonly EntryWrite[] {
	const known = new Set(earlier.map(({ record }) => record?.pointer));
	return [
		...earlier,
		...later.filter(({ record }) => record && !known.has(record.pointer)),
	];
}
