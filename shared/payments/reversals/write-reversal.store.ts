import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { invoiceKey } from "../../dynamodb/keys.ts";
import type { Item } from "../../dynamodb/reads/batch-get.ts";
import { toStoredNumber } from "../../dynamodb/stored-values.ts";
import type { Table } from "../../dynamodb/table.ts";
import { sendTransaction } from "../../dynamodb/writes/transact.ts";
import type { Reversal } from "../../invoices/invoice.ts";
import { toInvoiceDetails } from "../../invoices/invoices.store.ts";
import { packFacts } from "../../invoices/item/invoice-facts.store.ts";
import { touchFacts } from "../../invoices/item/invoice-history.store.ts";
import { asInvoiceItem } from "../../invoices/item/invoice-item.store.ts";
import type { FoundPayment } from "../find-payment.store.ts";
import { countReversals, toReversalItem } from "./page-reversals.store.ts";

/** The reversal of a payment that was found in an invoice as it was read. */
export interface NewReversal extends FoundPayment {
	organizationId: string;
	/** The invoice's item. */
	item: Item;
	reversal: Reversal;
}

/**
 * Marks a payment as reversed and makes its amount due again, if the invoice is unchanged since it was read: one
 * conditional write of the invoice, which has the payment. For a payment in a payments page, a transaction of the
 * invoice and the reversal's own item.
 *
 * @throws Any error of the store; the write is sent once. After an error, a read shows whether it took effect.
 */
export async function writeReversal(table: Table, change: NewReversal) {
	if (change.page === null) await markInInvoice(table, change);
	else await addReversalItem(table, { ...change, page: change.page });
}

async function markInInvoice(table: Table, change: NewReversal) {
	const { item, payment, reversal } = change;
	const { payments } = asInvoiceItem(item);
	const index = payments.findIndex(({ id }) => id === payment.id);
	const mark = { path: `payments[${index}].reversal`, value: reversal };
	const update = new UpdateCommand(toUpdate(table, change, mark));
	await table.documentsNoRetry.send(update);
}

async function addReversalItem(
	table: Table,
	change: NewReversal & { page: number },
) {
	const { organizationId, item, payment, page } = change;
	const { slug, due, version } = toInvoiceDetails(item);
	const counts = {
		...asInvoiceItem(item).pageReversals,
		[page]: countReversals(item, page) + 1,
	};
	const reversalItem = toReversalItem(
		{ organizationId, slug },
		{
			...change,
			invoice: { version: version + 1, due: due.plus(payment.amount) },
		},
	);
	const isNew = "attribute_not_exists(pk)";
	const mark = { path: "pageReversals", value: counts };
	await sendTransaction(table, [
		{ Update: toUpdate(table, change, mark) },
		{
			Put: {
				TableName: table.name,
				Item: reversalItem,
				ConditionExpression: isNew,
			},
		},
	]);
}

/** @param mark The attribute that marks the payment as reversed. */
function toUpdate(
	table: Table,
	{ organizationId, item, payment, reversal }: NewReversal,
	mark: { path: string; value: unknown },
) {
	const invoice = toInvoiceDetails(item);
	const { slug, version } = invoice;
	return {
		TableName: table.name,
		Key: invoiceKey(organizationId, slug),
		UpdateExpression: `SET due = due + :amount, paid = paid - :amount, version = :next, facts = :facts, ${mark.path} = :mark`,
		ConditionExpression: "version = :version",
		ExpressionAttributeValues: {
			":amount": toStoredNumber(payment.amount),
			":next": version + 1,
			":facts": packFacts(touchFacts(invoice, reversal)),
			":mark": mark.value,
			":version": version,
		},
	};
}
