import { toAdvance } from "../../../../shared/store/advances/payment-requests.ts";
import {
	batchGet,
	type Item,
} from "../../../../shared/store/dynamodb/batch-get.ts";
import {
	type Key,
	paymentRequestKey,
	purchaseOrderKey,
} from "../../../../shared/store/keys.ts";
import { toPurchaseOrder } from "../../../../shared/store/purchase-orders/purchase-orders.ts";
import type { OrganizationFile } from "../../schema.ts";
import type { ImportContext } from "../file-entry.ts";

/** What is stored of a file's advances, those created over the API included, and of the orders that concern them. */
export interface StoredAdvances {
	/** By id. */
	advances: ReadonlyMap<string, Item>;
	/** By id: the orders that the file's or the stored advances name. */
	orders: ReadonlyMap<string, Item>;
}

export async function readAdvances(
	context: ImportContext,
	{ advances: entries = [] }: OrganizationFile,
): Promise<StoredAdvances> {
	const ids = entries.map(({ id }) => id);
	const advances = await readById(context, ids, paymentRequestKey);
	const named = [
		...entries.map((entry) => entry.purchaseOrderLinkId),
		...[...advances.values()].map(
			(item) => toAdvance(item).purchaseOrderLinkId,
		),
	].flatMap((id) => id ?? []);
	return {
		advances,
		orders: await readById(context, named, purchaseOrderKey),
	};
}

/** Id of the purchase order that is linked to a stored advance; null: none. */
export function heldOrderId(
	{ orders }: StoredAdvances,
	advance: Item,
): string | null {
	const { id, purchaseOrderLinkId } = toAdvance(advance);
	const order = orders.get(purchaseOrderLinkId ?? "");
	const isHeld = order && toPurchaseOrder(order).link?.advanceId === id;
	return isHeld ? purchaseOrderLinkId : null;
}

async function readById(
	{ table, organizationId }: ImportContext,
	ids: readonly string[],
	toKey: (organizationId: string, id: string) => Key,
): Promise<Map<string, Item>> {
	const distinct = [...new Set(ids)];
	const items = await batchGet(
		table,
		distinct.map((id) => toKey(organizationId, id)),
	);
	return new Map(
		distinct.flatMap((id, index) => {
			const item = items[index];
			return item ? [[id, item]] : [];
		}),
	);
}
