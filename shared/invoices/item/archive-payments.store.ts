import { invoiceKey, paymentsPageKey } from "../../dynamodb/keys.ts";
import { WriteDeadlineError } from "../../dynamodb/retries/request-table.ts";
import { isBusy, isUnanswered } from "../../dynamodb/retries/retry-busy.ts";
import type { Table } from "../../dynamodb/table.ts";
import {
	type TransactionParts,
	transact,
} from "../../dynamodb/writes/transact.ts";
import type { Invoice } from "../invoice.ts";
import { toPaidAttributes } from "./invoice-history.store.ts";
import { anyPaymentMaxBytes, toStoredPayment } from "./payments.store.ts";

/** Above this size, an invoice's payments move to an archive page: a write costs one unit for each KB of its item. */
const paymentsMaxBytes = 32 * 1024;
export function isOvergrown({ payments }: Invoice): boolean {
	if (payments.length * anyPaymentMaxBytes <= paymentsMaxBytes) return false;
	return Buffer.byteLength(JSON.stringify(payments)) > paymentsMaxBytes;
}

/**
 * Moves an invoice's payments to its next archive page in one transaction, if the invoice is unchanged since it was
 * read.
 *
 * @returns The archived invoice, or the invoice as it was read when it has changed since. In that case its next write
 *   fails on the version.
 * @throws What `transact` throws.
 */
export async function archivePayments(
	table: Table,
	organizationId: string,
	invoice: Invoice,
): Promise<Invoice> {
	const conflictingItems = await transact(
		table,
		toMove(table, organizationId, invoice),
	);
	if (conflictingItems) return invoice;
	return {
		...invoice,
		...toPaidAttributes(invoice),
		payments: [],
		paymentPages: invoice.paymentPages + 1,
		version: invoice.version + 1,
	};
}

/**
 * `archivePayments` for one invoice of many: returns the invoice as it was read when the store is busy or does not
 * respond, instead of failing the others.
 */
export const tryArchivePayments: typeof archivePayments = async (
	table,
	organizationId,
	invoice,
) => {
	try {
		return await archivePayments(table, organizationId, invoice);
	} catch (error) {
		// After the deadline, its payments are not written either. They end SKIPPED.
		const isTooLate = error instanceof WriteDeadlineError;
		if (isBusy(error) || isUnanswered(error) || isTooLate) return invoice;
		throw error;
	}
};

function toMove(
	table: Table,
	organizationId: string,
	invoice: Invoice,
): TransactionParts {
	const { slug, version, payments, paymentPages } = invoice;
	const { paidAt, paidBy } = toPaidAttributes(invoice);
	return [
		{
			Put: {
				TableName: table.name,
				Item: {
					...paymentsPageKey(organizationId, slug, paymentPages),
					payments: payments.map(toStoredPayment),
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
	];
}
