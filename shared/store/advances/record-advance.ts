import { PutCommand, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import type { PaymentRequest } from "../../domain/payment-request.ts";
import type { PurchaseOrder } from "../../domain/purchase-order/purchase-order.ts";
import { batchGet } from "../dynamodb/batch-get.ts";
import { WriteDeadlineError } from "../dynamodb/request-table.ts";
import { backOff } from "../dynamodb/retry-busy.ts";
import type { Table } from "../dynamodb/table.ts";
import { paymentRequestKey, purchaseOrderKey } from "../keys.ts";
import { toPurchaseOrder } from "../purchase-orders/purchase-orders.ts";
import { type NewAdvance, toTransactItems } from "./advance-items.ts";

/** Throws why an advance may not have the purchase order as it now is; undefined: there is none. */
export type RequireLinkable = (order: PurchaseOrder | undefined) => void;

/**
 * Records an advance, its open approvals and its hold on the purchase order together, or nothing of it. May send its
 * write more than once: the advance's id lets it take effect only once.
 *
 * @throws What `requireLinkable` throws, when somebody else was faster.
 * @throws When the store could not be written, or not be read.
 */
export async function recordAdvance(
	table: Table,
	organizationId: string,
	advance: NewAdvance,
	requireLinkable: RequireLinkable,
) {
	let cause: unknown;
	for (let attempt = 0; await backOff(table, attempt); attempt++) {
		try {
			await write(table, organizationId, advance);
			return;
		} catch (error) {
			// Refused for load, conflict or a condition, failed or unanswered: what became of this write and those
			// before it is not for the error to tell, but for the table.
			cause = error;
		}
		const { paymentRequest } = advance;
		const found = await find(table, organizationId, paymentRequest);
		if (found.isRecorded) return;
		if (cause instanceof WriteDeadlineError) break;
		if (paymentRequest.purchaseOrderLinkId !== null) {
			requireLinkable(found.purchaseOrder);
		}
	}
	throw new Error("The advance could not be recorded", { cause });
}

/** A single item needs no transaction, which would cost it double. */
async function write(
	table: Table,
	organizationId: string,
	advance: NewAdvance,
) {
	const items = toTransactItems(table, organizationId, advance);
	const [only, ...others] = items;
	if (only?.Put && others.length === 0) {
		await table.documentsNoRetry.send(new PutCommand(only.Put));
		return;
	}
	await table.documentsNoRetry.send(
		new TransactWriteCommand({ TransactItems: items }),
	);
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
	const order = purchaseOrder && toPurchaseOrder(purchaseOrder);
	// The transaction may be visible in one of its items before it is in the other: either proves that it took effect.
	const isLinked = order?.link?.advanceId === id;
	return {
		isRecorded: paymentRequest !== undefined || isLinked,
		purchaseOrder: order,
	};
}
