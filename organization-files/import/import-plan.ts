import type {
	OrganizationFileError,
	Report,
} from "../organization-file-error.ts";
import type { OrganizationFile } from "../schema.ts";
import { planAdvances } from "./advances/advance-upserts.ts";
import type { AdvancesOfOrder } from "./advances/advances-of-order.ts";
import { linkAdvances } from "./advances/link-advances.ts";
import { planApiKeys } from "./api-key-upserts.ts";
import {
	type FileUpsert,
	type ImportContext,
	reportTooLarge,
} from "./file-entry.ts";
import { changeNumbers } from "./invoices/change-numbers.ts";
import { planInvoiceNumbers } from "./invoices/invoice-number-upserts.ts";
import { invoiceUpserts } from "./invoices/invoice-upserts.ts";
import { organizationUpsert } from "./organization-upsert.ts";
import { purchaseOrderUpserts } from "./purchase-order-upserts.ts";
import { referenceUpserts } from "./reference-upserts.ts";
import { planSkus } from "./skus/sku-upserts.ts";
import { executeWrites, type PlannedWrite, planUpserts } from "./upsert.ts";

type FileWrite = PlannedWrite<FileUpsert>;

const phases = ["BEFORE_RECORDS", undefined, "AFTER_RECORDS"] as const;

/** What an import writes, in this order. */
export interface ImportPlan {
	/** Numbers are claimed before the invoices are written: an interrupted import leaves no number with two invoices. */
	takenNumbers: readonly FileWrite[];
	records: readonly FileWrite[];
	/** Each is written together with its invoice and the number that this one gets. */
	releasedNumbers: readonly FileWrite[];
	onOrders: readonly AdvancesOfOrder[];
	/** Last: a new key's first request finds all imported records. */
	apiKeys: readonly FileWrite[];
	/** Of entries that conflict with stored records. With one of them, nothing may be written. */
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
	const plan = (upserts: readonly FileUpsert[]) =>
		planUpserts(table, upserts, report);

	const advances = await planAdvances(context, file, report);
	const records = await plan([
		organizationUpsert(table, file),
		...referenceUpserts(context, file),
		...(await planSkus(context, file)),
		...purchaseOrderUpserts(context, file),
		...advances.upserts,
		...invoiceUpserts(context, file),
	]);
	const { taken, released } = await planInvoiceNumbers(table, file);
	const takenNumbers = await plan(taken);
	const releasedNumbers = await plan(released);
	const apiKeys = await plan(await planApiKeys(table, file, { now, report }));
	reportTooLarge([...records, ...apiKeys], report);
	const { onOrders } = advances;
	return { takenNumbers, records, releasedNumbers, onOrders, apiKeys, errors };
}

/**
 * Carries out a plan without errors.
 *
 * @param onWritten Called with the number of writes done since the last call.
 */
export async function executeImport(
	context: ImportContext,
	plan: ImportPlan,
	onWritten: (count: number) => void = () => {},
) {
	const { table } = context;
	const { takenNumbers, records, releasedNumbers } = plan;
	const changes = groupByEntry(releasedNumbers, [takenNumbers, records]);
	const isLeft = ({ upsert }: FileWrite) => !changes.has(upsert.pointer);
	const execute = async (writes: readonly FileWrite[]) => {
		const byPhase = Map.groupBy(writes, ({ upsert }) => upsert.phase);
		for (const phase of phases)
			await executeWrites(table, byPhase.get(phase) ?? [], onWritten);
	};
	await execute(takenNumbers.filter(isLeft));
	await execute(records.filter(isLeft));
	await changeNumbers(table, [...changes.values()], onWritten);
	await linkAdvances(context, plan.onOrders);
	await execute(plan.apiKeys);
}

/** The writes of every entry that releases a number, by its pointer. */
function groupByEntry(
	released: readonly FileWrite[],
	others: readonly (readonly FileWrite[])[],
): Map<string, FileUpsert[]> {
	const pointers = new Set(released.map(({ upsert }) => upsert.pointer));
	const upserts = [...others.flat(), ...released].map(({ upsert }) => upsert);
	return Map.groupBy(
		upserts.filter(({ pointer }) => pointers.has(pointer)),
		({ pointer }) => pointer,
	);
}

/** How many times `executeImport` counts a write. */
export const writesOf = (plan: ImportPlan): number =>
	plan.takenNumbers.length +
	plan.records.length +
	plan.releasedNumbers.length +
	plan.apiKeys.length;
