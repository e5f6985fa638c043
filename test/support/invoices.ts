import type { Payment } from "../../shared/domain/invoices/invoice.ts";
import { type Money, sum } from "../../shared/domain/money.ts";
import { batchGet } from "../../shared/store/dynamodb/batch-get.ts";
import { findInvoices } from "../../shared/store/invoices/invoices.ts";
import {
	fromStoredPayment,
	type StoredPayment,
} from "../../shared/store/invoices/payments.ts";
import { paymentsPageKey } from "../../shared/store/keys.ts";
import type { World } from "./world.ts";

export interface InvoiceState {
	due: string;
	/** All payments; the archived ones come first. */
	payments: Payment[];
	/** Sum of the payments that are not reversed; reversals of archived payments are not read (`reversals.ts`). */
	paid: string;
	version: number;
	paymentPages: number;
}

/** What the store says of an invoice of acme's. */
export async function invoiceState(
	{ table }: World,
	slug: string,
	organizationId = "acme",
): Promise<InvoiceState> {
	const invoice = (await findInvoices(table, organizationId, [slug])).get(slug);
	if (!invoice) throw new Error(`No invoice ${slug}`);
	const pages = await batchGet(
		table,
		Array.from({ length: invoice.paymentPages }, (_, page) =>
			paymentsPageKey(organizationId, slug, page),
		),
	);
	const archived = pages.flatMap((page) =>
		((page?.payments ?? []) as StoredPayment[]).map(fromStoredPayment),
	);
	const payments = [...archived, ...invoice.payments];
	const open = payments.filter(({ reversal }) => !reversal);
	return {
		due: invoice.due.toFixed(),
		payments,
		paid: sum(open.map(({ amount }): Money => amount)).toFixed(),
		version: invoice.version,
		paymentPages: invoice.paymentPages,
	};
}
