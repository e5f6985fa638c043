import {
	type Key,
	paymentRequestKey,
	purchaseOrderKey,
} from "../../../../shared/dynamodb/keys.ts";
import {
	batchGet,
	type Item,
} from "../../../../shared/dynamodb/reads/batch-get.ts";
import {
	findAdvance,
	type StoredAdvance,
} from "../../../../shared/payment-requests/find-advance.store.ts";
import { toAdvance } from "../../../../shared/payment-requests/payment-requests.store.ts";
import { toPurchaseOrder } from "../../../../shared/purchase-orders/purchase-orders.store.ts";
import { forEachConcurrently } from "../../../../shared/timing/concurrently.ts";
import type { EntryOf, OrganizationFile } from "../../schema.ts";
import {
	type ImportContext,
	isUnchanged,
	toImportDigest,
} from "../file-entry.ts";

export type AdvanceEntry = EntryOf<"advances">;

/** What is stored of a file's advances, those created over the API included, and of the orders that concern them. */
export interface StoredAdvances {
	/** The advances by id. */
	advances: ReadonlyMap<string, Item>;
	/** The advances raised over the API to which the file gives another state, with their approvals, by id. */
	decided: ReadonlyMap<string, StoredAdvance>;
	/** The orders that the file's or the stored advances name, by id. */
	orders: ReadonlyMap<string, Item>;
}

export async function readAdvances(
	context: ImportContext,
	{ advances: entries = [] }: OrganizationFile,
): Promise<StoredAdvances> {
	const ids = entries.map(({ id }) => id);
	const advances = await readById(context, ids, paymentRequestKey);
	const decided = await readDecided(context, entries, advances);
	for (const [id, { item }] of decided) advances.set(id, item);
	const named = [
		...entries.map((entry) => entry.purchaseOrderLinkId),
		...[...advances.values()].map(
			(item) => toAdvance(item).purchaseOrderLinkId,
		),
	].flatMap((id) => id ?? []);
	return {
		advances,
		decided,
		orders: await readById(context, named, purchaseOrderKey),
	};
}

const requestsAtOnce = 10;

async function readDecided(
	{ table, organizationId }: ImportContext,
	entries: readonly AdvanceEntry[],
	advances: ReadonlyMap<string, Item>,
): Promise<Map<string, StoredAdvance>> {
	const decided = new Map<string, StoredAdvance>();
	const different = entries.filter((entry) => {
		const item = advances.get(entry.id);
		if (!item || isUnchanged(item, toImportDigest(entry))) return false;
		const { type, state } = toAdvance(item);
		return type === "VENDOR_ADVANCE" && state !== entry.state;
	});
	await forEachConcurrently(different, requestsAtOnce, async ({ id }) => {
		const found = await findAdvance(table, organizationId, id);
		if (found && "stages" in found) decided.set(id, found);
	});
	return decided;
}

/** The id of the purchase order that is linked to a stored advance; null when there is none. */
export function linkedOrderId(
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
