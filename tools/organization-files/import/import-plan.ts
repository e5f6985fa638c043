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

/** What an import writes. Every write depends on what the plan has read of its item. */
export interface ImportPlan {
	phases: readonly ImportPhase[];
	/** All planned writes; a phase that is planned later is not among them. */
	writes: readonly EntryWrite[];
	/** Conflicts of entries with stored records. If there is one, nothing may be written. */
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
	const references = referenceEntries(context, file);
	const records = await planEntries(table, references, report);
	const skus = await planSkus(context, file);
	const invoices = await planInvoices(context, file, report);
	const entry = organizationEntry(file);
	const organization = await planEntries(table, [entry], report);
	const apiKeys = await planApiKeys(table, file, { now, report });

	const phases: ImportPhase[] = [
		...skus.released,
		// Before the other records: an order that the file approves would be free for an advance of the API until then.
		orders.linked,
		[...orders.others, ...records, ...skus.records, ...invoices],
		// The policies of the organization name users, vendors and tags of the file.
		[...skus.named, ...organization],
		apiKeys.listed,
		// Last: a new key's first request finds all imported records.
		apiKeys.keys,
	];
	const planned = phases.filter(isPlanned).flat();
	reportTooLarge(planned, report);
	return { phases, writes: planned.flat(), errors };
}

const isPlanned = (phase: ImportPhase): phase is readonly EntryUnit[] =>
	typeof phase !== "function";
