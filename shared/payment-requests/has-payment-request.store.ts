import { paymentRequestKey } from "../dynamodb/keys.ts";
import { batchGet } from "../dynamodb/reads/batch-get.ts";
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
