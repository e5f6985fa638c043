import { TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import type { Invoice } from "../../domain/invoice.ts";
import type { Table } from "../dynamodb/table.ts";
import { invoiceKey, paymentsPageKey } from "../keys.ts";
import { toPaidAttributes } from "./invoice-history.ts";
import { toStoredPayment } from "./payments.ts";

/** Beyond this an invoice's payments move to a page of their own: a write costs a unit for each KB of its item. */
const paymentsMaxBytes = 32 * 1024;
/** No payment is larger: narration and utr of 4-byte characters, an idempotency key of 256 bytes, the rest. */
const paymentMaxBytes = 3 * 1024;

export function isOvergrown({ payments }: Invoice): boolean {
	if (payments.length * paymentMaxBytes <= paymentsMaxBytes) return false;
	return Buffer.byteLength(JSON.stringify(payments)) > paymentsMaxBytes;
}

/**
 * Moves an invoice's payments to its next page, in one transaction, if the invoice is still as it was read.
 *
 * @returns The invoice after it; as it was read when it could not be done: then it stays large for now, or has
 *   been changed, which its next write, under the version read, finds out.
 */
export async function archivePayments(
	table: Table,
	organizationId: string,
	invoice: Invoice,
): Promise<Invoice> {
	const { slug, version, paymentPages } = invoice;
	const { paidAt, paidBy } = toPaidAttributes(invoice.payments);
	const move = new TransactWriteCommand({
		TransactItems: [
			{
				Put: {
					TableName: table.name,
					Item: {
						...paymentsPageKey(organizationId, slug, paymentPages),
						payments: invoice.payments.map(toStoredPayment),
					},
					ConditionExpression: "attribute_not_exists(pk)",
				},
			},
			{
				Update: {
					TableName: table.name,
					Key: invoiceKey(organizationId, slug),
					UpdateExpression:
						"SET payments = :none, paymentPages = :pages, version = :next, paidAt = :paidAt, paidBy = :paidBy",
					ConditionExpression: "version = :version",
					ExpressionAttributeValues: {
						":none": [],
						":pages": paymentPages + 1,
						":next": version + 1,
						":paidAt": paidAt,
						":paidBy": paidBy,
						":version": version,
					},
				},
			},
		],
	});
	const [moved] = await Promise.allSettled([table.documents.send(move)]);
	if (moved.status === "rejected") return invoice;
	return {
		...invoice,
		payments: [],
		paymentPages: paymentPages + 1,
		version: version + 1,
	};
}
