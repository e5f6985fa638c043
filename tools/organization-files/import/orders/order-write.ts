import { purchaseOrderKey } from "../../../../shared/dynamodb/keys.ts";
import type { Item } from "../../../../shared/dynamodb/reads/batch-get.ts";
import { toStoredNumber } from "../../../../shared/dynamodb/stored-values.ts";
import type { ItemWrite } from "../../../../shared/dynamodb/writes/item-write.ts";
import { toDecimal } from "../../../../shared/money/decimal.ts";
import type { PurchaseOrderLink } from "../../../../shared/purchase-orders/purchase-order.ts";
import type { EntryOf, OrganizationFile } from "../../schema.ts";
import {
	entryWrite,
	type FileEntry,
	type ImportContext,
	isUnchanged,
	toImportDigest,
} from "../file-entry.ts";

type PurchaseOrderEntry = EntryOf<"purchaseOrders">;

/** A purchase order of the file. */
export interface FileOrder {
	entry: PurchaseOrderEntry;
	/** JSON pointer of the entry. */
	pointer: string;
}

export const toFileOrders = ({
	purchaseOrders = [],
}: OrganizationFile): FileOrder[] =>
	purchaseOrders.map((entry, index) => ({
		entry,
		pointer: `/purchaseOrders/${index}`,
	}));

/** The entry of an order without advances in the file, whose link stays as it is. */
export const orderEntry = (
	context: ImportContext,
	{ entry, pointer }: FileOrder,
): FileEntry => ({
	key: purchaseOrderKey(context.organizationId, entry.id),
	pointer,
	toWrite: (existing) => orderWrite(context, { id: entry.id, entry, existing }),
});

interface OrderAfter {
	id: string;
	/** Undefined when the file does not describe the order. */
	entry: PurchaseOrderEntry | undefined;
	existing: Item | undefined;
	/** The order's link after the import; absent when the link stays as it is. */
	link?: PurchaseOrderLink | null;
}

/** @returns Undefined when the order is already as described. */
export function orderWrite(
	context: ImportContext,
	{ id, entry, existing, ...linked }: OrderAfter,
): ItemWrite | undefined {
	const importDigest = entry && toImportDigest(entry);
	const isDescribed = entry && !isUnchanged(existing, importDigest);
	if (!isDescribed && linked.link === undefined) return undefined;
	const createdAt = context.now.toISOString();
	return entryWrite(context, existing, {
		key: purchaseOrderKey(context.organizationId, id),
		importDigest,
		described: { ...(isDescribed && toAttributes(entry)), ...linked },
		initial: { link: null, version: 1, createdAt, details: null },
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
		amount: toStoredNumber(toDecimal(amount)),
	};
}
