import { purchaseOrderKey } from "../../shared/store/keys.ts";
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
import { planInvoiceNumbers } from "./invoices/invoice-number-upserts.ts";
import { invoiceUpserts } from "./invoices/invoice-upserts.ts";
import { writeNumbered } from "./invoices/write-numbered.ts";
import { organizationUpsert } from "./organization-upsert.ts";
import { purchaseOrderUpserts } from "./purchase-order-upserts.ts";
import { referenceUpserts } from "./reference-upserts.ts";
import { planSkus } from "./skus/sku-upserts.ts";
import { executeWrites, type PlannedWrite, planUpserts } from "./upsert.ts";

type FileWrite = PlannedWrite<FileUpsert>;

const phases = ["BEFORE_RECORDS", undefined, "AFTER_RECORDS"] as const;

/** What an import writes. */
export interface ImportPlan {
	records: readonly FileWrite[];
	/** Pointers that an invoice gets or gives up; each is written in one transaction with its invoice. */
	numbers: readonly FileWrite[];
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
	const numbers = await plan(await planInvoiceNumbers(table, file));
	const apiKeys = await plan(await planApiKeys(table, file, { now, report }));
	reportTooLarge([...records, ...apiKeys], report);
	const { onOrders } = advances;
	return { records, numbers, onOrders, apiKeys, errors };
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
	const { table, organizationId } = context;
	const { records, numbers, onOrders } = plan;
	const numbered = groupByEntry(numbers, records);
	const created = new Set(
		onOrders.flatMap(({ newOrder }) =>
			newOrder ? purchaseOrderKey(organizationId, newOrder.id).pk : [],
		),
	);
	const isLeft = ({ upsert: { key, pointer } }: FileWrite) =>
		!numbered.has(pointer) && !created.has(key.pk);
	const execute = async (writes: readonly FileWrite[]) => {
		const byPhase = Map.groupBy(writes, ({ upsert }) => upsert.phase);
		for (const phase of phases)
			await executeWrites(table, byPhase.get(phase) ?? [], onWritten);
	};
	// Before the records: an order that the file approves would be free for an advance of the API until then.
	await linkAdvances(context, onOrders);
	onWritten(created.size);
	await execute(records.filter(isLeft));
	await writeNumbered(table, [...numbered.values()], onWritten);
	await execute(plan.apiKeys);
}

/** The writes of every entry that gets or gives up a number, by its pointer. */
function groupByEntry(
	numbers: readonly FileWrite[],
	records: readonly FileWrite[],
): Map<string, FileUpsert[]> {
	const pointers = new Set(numbers.map(({ upsert }) => upsert.pointer));
	const upserts = [...records, ...numbers].map(({ upsert }) => upsert);
	return Map.groupBy(
		upserts.filter(({ pointer }) => pointers.has(pointer)),
		({ pointer }) => pointer,
	);
}

/** How many times `executeImport` counts a write. */
export const writesOf = (plan: ImportPlan): number =>
	plan.records.length + plan.numbers.length + plan.apiKeys.length;
