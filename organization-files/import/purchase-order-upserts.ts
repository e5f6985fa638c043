import { toMoney } from "../../shared/domain/money.ts";
import type { PurchaseOrderLink } from "../../shared/domain/purchase-order/purchase-order.ts";
import type { WriteStatement } from "../../shared/store/dynamodb/batch-execute.ts";
import type { Item } from "../../shared/store/dynamodb/batch-get.ts";
import { toStoredNumber } from "../../shared/store/dynamodb/stored-values.ts";
import { purchaseOrderKey } from "../../shared/store/keys.ts";
import type { OrganizationFile } from "../schema.ts";
import {
	entryStatement,
	type FileUpsert,
	type ImportContext,
	isUnchanged,
	toImportDigest,
} from "./file-entry.ts";

export type PurchaseOrderEntry = NonNullable<
	OrganizationFile["purchaseOrders"]
>[number];

/** The file's purchase orders, without their links, which are written with its advances (`link-advances.ts`). */
export const purchaseOrderUpserts = (
	context: ImportContext,
	{ purchaseOrders = [] }: OrganizationFile,
): FileUpsert[] =>
	purchaseOrders.map((entry, index) => ({
		key: purchaseOrderKey(context.organizationId, entry.id),
		pointer: `/purchaseOrders/${index}`,
		toStatement: (existing) =>
			purchaseOrderStatement(context, entry, { existing, link: null }),
	}));

/**
 * @param link Of a new order.
 * @returns undefined when the order is as the file describes it.
 */
export function purchaseOrderStatement(
	context: ImportContext,
	entry: PurchaseOrderEntry,
	{
		existing,
		link,
	}: { existing: Item | undefined; link: PurchaseOrderLink | null },
): WriteStatement | undefined {
	const importDigest = toImportDigest(entry);
	if (isUnchanged(existing, importDigest)) return undefined;
	const createdAt = context.now.toISOString();
	return entryStatement(context, existing, {
		key: purchaseOrderKey(context.organizationId, entry.id),
		importDigest,
		described: toAttributes(entry),
		initial: { link, version: 1, createdAt, details: null },
	});
}

function toAttributes({
	id,
	poNumber,
	vendorId,
	state,
	matchingState = "UNMATCHED",
	amount,
}: PurchaseOrderEntry) {
	return {
		id,
		poNumber,
		vendorId: vendorId ?? null,
		state,
		matchingState,
		amount: toStoredNumber(toMoney(amount)),
	};
}
