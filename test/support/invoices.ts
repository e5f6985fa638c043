import { batchGet } from "../../shared/dynamodb/batch-get.ts";
import { paymentsPageKey } from "../../shared/dynamodb/keys.ts";
import type { Payment } from "../../shared/invoices/invoice.ts";
import { findInvoices } from "../../shared/invoices/invoices.store.ts";
import {
	fromStoredPayment,
	type StoredPayment,
} from "../../shared/payments/payments.store.ts";
import { type Decimal, sum } from "../../shared/values/decimal.ts";
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
		paid: sum(open.map(({ amount }): Decimal => amount)).toFixed(),
		version: invoice.version,
		paymentPages: invoice.paymentPages,
	};
}

/** What is left to pay of an invoice. */
export const dueOf = async (world: World, slug = "inv-0"): Promise<string> =>
	(await invoiceState(world, slug)).due;
