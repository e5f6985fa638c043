import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { fitsOneItem } from "../dynamodb/item-size.ts";
import { isKeyText, type Key, purchaseOrderKey } from "../dynamodb/keys.ts";
import { getItem } from "../dynamodb/reads/get-item.ts";
import { pauseBeforeRetry } from "../dynamodb/retries/retry-busy.ts";
import type { Table } from "../dynamodb/table.ts";
import { ulidTime } from "../environment/ids.ts";
import { countSettled } from "../logging/activity.ts";
import type { DetailedPurchaseOrder } from "./purchase-order.ts";
import {
	asPurchaseOrderItem,
	type PurchaseOrderItem,
	toDetailedPurchaseOrder,
	toPurchaseOrderItem,
} from "./purchase-orders.store.ts";

/** Twice the longest run time of a request, which can thus recognise its write until it ends. */
const recentMilliseconds = 60_000;

/** A decision with the changed order. */
interface ChangedOrder {
	order: DetailedPurchaseOrder;
}

/** The change of an order by one request. */
export interface OrderChange<Decision extends ChangedOrder> {
	organizationId: string;
	poId: string;
	/** A ULID, unique to the request. It identifies the request's write. */
	writeId: string;
	/**
	 * Returns the changed order; one with the same version is not written. Runs again when another writer came first.
	 */
	decide: (order: DetailedPurchaseOrder) => Promise<Decision>;
}

/**
 * Changes an order with one conditional write, repeated within the retry time until it took effect. The condition on
 * the version lets it take effect at most once; the write's id in the item proves that it did (ADR 4).
 *
 * @returns The decision that took effect; "TOO_LARGE" when no item can hold the changed order.
 * @throws What `decide` throws.
 * @throws When concurrent writers always came first, or the store could not be read or written.
 */
export async function changePurchaseOrder<Decision extends ChangedOrder>(
	table: Table,
	change: OrderChange<Decision>,
): Promise<Decision | "NOT_FOUND" | "TOO_LARGE"> {
	const { organizationId, poId, writeId, decide } = change;
	if (!isKeyText(poId)) return "NOT_FOUND";
	const key = purchaseOrderKey(organizationId, poId);
	let sent: Decision | undefined;
	let cause: unknown;
	for (let attempt = 0; ; attempt++) {
		const hasTime = await pauseBeforeRetry(table, attempt);
		const found = await getItem(table, key);
		if (!found) return "NOT_FOUND";
		const item = asPurchaseOrderItem(found);
		if (sent && item.recentWrites?.includes(writeId)) {
			countSettled(1);
			return sent;
		}
		if (sent && !hasTime) {
			throw new Error("The purchase order could not be changed", { cause });
		}
		const stored = toDetailedPurchaseOrder(item);
		// A write without a response may still take effect: the same write is sent again while it can.
		if (sent?.order.version !== stored.version + 1) sent = await decide(stored);
		if (sent.order.version === stored.version) return sent;

		const attributes = changedAttributes(organizationId, sent.order, {
			recentWrites: [...recentWrites(item, writeId), writeId],
		});
		if (!fitsOneItem({ ...item, ...attributes })) return "TOO_LARGE";
		try {
			await write(table, key, { attributes, expected: item.version });
			return sent;
		} catch (error) {
			// After any error, only the item shows whether the write took effect.
			cause = error;
		}
	}
}

/** Drops older writes, which no running request looks up. */
const recentWrites = (item: PurchaseOrderItem, writeId: string) =>
	(item.recentWrites ?? []).filter(
		(id) =>
			ulidTime(writeId).getTime() - ulidTime(id).getTime() < recentMilliseconds,
	);

/** The attributes that a change writes. Others, such as the link of an advance, have other writers. */
function changedAttributes(
	organizationId: string,
	order: DetailedPurchaseOrder,
	own: Pick<PurchaseOrderItem, "recentWrites">,
) {
	const item = toPurchaseOrderItem(organizationId, order);
	const { poNumber, vendorId, state, amount, details, version } = item;
	const { updatedAt, updatedBy } = item;
	return {
		poNumber,
		vendorId,
		state,
		amount,
		details,
		version,
		updatedAt,
		updatedBy,
		...own,
	};
}

async function write(
	table: Table,
	key: Key,
	{
		attributes,
		expected,
	}: { attributes: object; expected: PurchaseOrderItem["version"] },
) {
	const entries = Object.entries(attributes);
	const assignments = entries.map(([name]) => `#${name} = :${name}`);
	const isUnchanged = "#version = :expected";
	await table.documentsNoRetry.send(
		new UpdateCommand({
			TableName: table.name,
			Key: key,
			UpdateExpression: `SET ${assignments.join(", ")}`,
			ConditionExpression: isUnchanged,
			ExpressionAttributeNames: Object.fromEntries(
				entries.map(([name]) => [`#${name}`, name]),
			),
			ExpressionAttributeValues: Object.fromEntries([
				...entries.map(([name, value]) => [`:${name}`, value]),
				[":expected", expected],
			]),
		}),
	);
}
