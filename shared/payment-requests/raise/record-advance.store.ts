import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { paymentRequestKey, purchaseOrderKey } from "../../dynamodb/keys.ts";
import { batchGet } from "../../dynamodb/reads/batch-get.ts";
import { WriteDeadlineError } from "../../dynamodb/retries/request-table.ts";
import { pauseBeforeRetry } from "../../dynamodb/retries/retry-busy.ts";
import type { Table } from "../../dynamodb/table.ts";
import {
	sendTransaction,
	type TransactionParts,
} from "../../dynamodb/writes/transact.ts";
import { countSettled } from "../../logging/activity.ts";
import type { PricedPurchaseOrder } from "../../purchase-orders/purchase-order.ts";
import { toPricedPurchaseOrder } from "../../purchase-orders/purchase-orders.store.ts";
import type { PaymentRequest } from "../payment-request.ts";
import type { Advance } from "../workflow/transition.ts";
import { toTransactItems } from "./advance-items.store.ts";

/**
 * Throws the reason why an advance cannot be linked to this purchase order; undefined when the order does not exist.
 */
export type RequireLinkable = (order: PricedPurchaseOrder | undefined) => void;

/** The purchase order of an advance. */
export interface OrderToLink {
	/** As it was read; undefined for none. */
	order: PricedPurchaseOrder | undefined;
	requireLinkable: RequireLinkable;
}

/**
 * Records an advance, its open approvals and the link of its purchase order atomically. Retries are safe: the condition
 * on the advance's id lets the write take effect only once.
 *
 * @throws What `requireLinkable` throws, when a concurrent write came first.
 * @throws When the store could not be written or read.
 */
export async function recordAdvance(
	table: Table,
	organizationId: string,
	advance: Advance,
	{ order, requireLinkable }: OrderToLink,
) {
	const parts = toTransactItems(table, organizationId, advance, order);
	let cause: unknown;
	for (let attempt = 0; await pauseBeforeRetry(table, attempt); attempt++) {
		try {
			await write(table, parts);
			return;
		} catch (error) {
			// After any error, only the table knows whether this write or an earlier attempt took effect.
			cause = error;
		}
		const { request } = advance;
		const found = await find(table, organizationId, request);
		if (found.isRecorded) {
			countSettled(1);
			return;
		}
		if (cause instanceof WriteDeadlineError) break;
		if (request.purchaseOrderLinkId !== null) {
			requireLinkable(found.purchaseOrder);
		}
	}
	throw new Error("The advance could not be recorded", { cause });
}

/** A single item is written without a transaction, which would cost double. */
async function write(table: Table, parts: TransactionParts) {
	const [only, ...others] = parts;
	if (only?.Put && others.length === 0) {
		await table.documentsNoRetry.send(new PutCommand(only.Put));
	} else await sendTransaction(table, parts);
}

async function find(
	table: Table,
	organizationId: string,
	{ id, purchaseOrderLinkId }: PaymentRequest,
) {
	const [paymentRequest, purchaseOrder] = await batchGet(table, [
		paymentRequestKey(organizationId, id),
		...(purchaseOrderLinkId === null
			? []
			: [purchaseOrderKey(organizationId, purchaseOrderLinkId)]),
	]);
	const order = purchaseOrder && toPricedPurchaseOrder(purchaseOrder);
	// A transaction may be visible in one item before the other: either one proves that it took effect.
	const isLinked = order?.link?.advanceId === id;
	return {
		isRecorded: paymentRequest !== undefined || isLinked,
		purchaseOrder: order,
	};
}
