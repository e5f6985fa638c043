import type { ImportedAdvance } from "../../../shared/domain/payment-request.ts";
import { toAdvance } from "../../../shared/store/advances/payment-requests.ts";
import type { WriteStatement } from "../../../shared/store/dynamodb/batch-execute.ts";
import {
	batchGet,
	type Item,
} from "../../../shared/store/dynamodb/batch-get.ts";
import {
	paymentRequestKey,
	purchaseOrderKey,
} from "../../../shared/store/keys.ts";
import { toPurchaseOrder } from "../../../shared/store/purchase-orders/purchase-orders.ts";
import {
	entryStatement,
	type ImportContext,
	isUnchanged,
} from "../file-entry.ts";
import type { PurchaseOrderEntry } from "../purchase-order-upserts.ts";
import { linkAfter } from "./link-after.ts";

/** A purchase order and the advances of a file for it. */
export interface AdvancesOfOrder {
	purchaseOrderId: string;
	/** The entry of an order that the file creates. It is stored in one transaction with the advance that it is linked to. */
	newOrder: PurchaseOrderEntry | undefined;
	advances: readonly FileAdvance[];
}

/** An advance of a file. */
export interface FileAdvance extends ImportedAdvance {
	/** JSON pointer of the file's entry. */
	pointer: string;
	/** Digest of the file's entry. */
	importDigest: string;
}

/** Decides which advance gets the order's link. Those that lose or get it come first. */
export function decideLink(
	{ organizationId }: ImportContext,
	{ purchaseOrderId, advances }: AdvancesOfOrder,
	stored: ReadonlyMap<unknown, Item>,
) {
	const order = stored.get(
		purchaseOrderKey(organizationId, purchaseOrderId).pk,
	);
	const existingOf = ({ id }: FileAdvance) =>
		stored.get(paymentRequestKey(organizationId, id).pk);
	const before = order ? toPurchaseOrder(order).link : null;
	const wanted = advances.map((advance) =>
		toWanted(advance, existingOf(advance)),
	);
	const link = linkAfter(before, wanted);
	const holders = [before?.advanceId, link?.advanceId];
	const changes = wanted
		.toSorted((a, b) => holders.lastIndexOf(b.id) - holders.lastIndexOf(a.id))
		.map((advance) => ({
			// An active advance without the link names no order (`docs/decisions.md`, "Organization files").
			advance:
				advance.state === "REJECTED" || link?.advanceId === advance.id
					? advance
					: { ...advance, purchaseOrderLinkId: null },
			existing: existingOf(advance),
		}));
	return { order, link, changes };
}

/** For an entry that was imported before, only the order counts: other attributes may have been changed since (contract 2). */
function toWanted(
	advance: FileAdvance,
	existing: Item | undefined,
): FileAdvance {
	if (!existing || !isUnchanged(existing, advance.importDigest)) return advance;
	const { state, vendorId } = toAdvance(existing);
	return { ...advance, state, vendorId };
}

/** The write of an advance; undefined: it is unchanged. */
export function advanceStatement(
	context: ImportContext,
	advance: FileAdvance,
	existing: Item | undefined,
): WriteStatement | undefined {
	return entryStatement(context, existing, {
		key: paymentRequestKey(context.organizationId, advance.id),
		importDigest: advance.importDigest,
		described: describedBy(advance, existing),
		initial: { createdAt: context.now.toISOString() },
	});
}

/** For an advance created over the API, the file sets only the state, and whether it keeps its order. */
export function describedBy(
	{ importDigest: _, pointer: __, ...advance }: FileAdvance,
	existing: Item | undefined,
) {
	const { state, purchaseOrderLinkId } = advance;
	const isCreatedOverApi =
		existing && toAdvance(existing).type === "VENDOR_ADVANCE";
	return isCreatedOverApi ? { state, purchaseOrderLinkId } : advance;
}

/** The items by partition key: each of them has its own partition. */
export async function readStored(
	{ table, organizationId }: ImportContext,
	orders: readonly AdvancesOfOrder[],
): Promise<Map<unknown, Item>> {
	const items = await batchGet(
		table,
		orders.flatMap(({ purchaseOrderId, advances }) => [
			purchaseOrderKey(organizationId, purchaseOrderId),
			...advances.map(({ id }) => paymentRequestKey(organizationId, id)),
		]),
	);
	return new Map(items.flatMap((item) => (item ? [[item.pk, item]] : [])));
}
