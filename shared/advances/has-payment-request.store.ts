import { batchGet } from "../dynamodb/batch-get.ts";
import { paymentRequestKey } from "../dynamodb/keys.ts";
import type { Table } from "../dynamodb/table.ts";

export async function hasPaymentRequest(
	table: Table,
	organizationId: string,
	paymentRequestId: string,
): Promise<boolean> {
	const key = paymentRequestKey(organizationId, paymentRequestId);
	const [item] = await batchGet(table, [key]);
	return item !== undefined;
}
