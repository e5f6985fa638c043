import { paymentsPageKey } from "../../shared/dynamodb/keys.ts";
import { batchGet } from "../../shared/dynamodb/reads/batch-get.ts";
import type { Payment } from "../../shared/invoices/invoice.ts";
import { findInvoices } from "../../shared/invoices/invoices.store.ts";
import {
	fromStoredPayment,
	type StoredPayment,
} from "../../shared/invoices/item/payments.store.ts";
import { type Decimal, sum } from "../../shared/money/decimal.ts";
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
	world: World,
	slug: string,
	organizationId = "acme",
): Promise<InvoiceState> {
	const state = (await invoiceStates(world, [slug], organizationId)).get(slug);
	if (!state) throw new Error(`No invoice ${slug}`);
	return state;
}

/** `invoiceState` of those invoices that exist, by slug. */
export async function invoiceStates(
	{ table }: World,
	slugs: readonly string[],
	organizationId = "acme",
): Promise<Map<string, InvoiceState>> {
	const invoices = await findInvoices(table, organizationId, slugs);
	const pages = await batchGet(
		table,
		[...invoices.values()].flatMap(({ slug, paymentPages }) =>
			Array.from({ length: paymentPages }, (_, page) =>
				paymentsPageKey(organizationId, slug, page),
			),
		),
	);
	const states = new Map<string, InvoiceState>();
	for (const {
		slug,
		due,
		version,
		paymentPages,
		...invoice
	} of invoices.values()) {
		const archived = pages
			.splice(0, paymentPages)
			.flatMap((page) => (page?.payments ?? []) as StoredPayment[])
			.map(fromStoredPayment);
		const payments = [...archived, ...invoice.payments];
		const open = payments.filter(({ reversal }) => !reversal);
		states.set(slug, {
			due: due.toFixed(),
			payments,
			paid: sum(open.map(({ amount }): Decimal => amount)).toFixed(),
			version,
			paymentPages,
		});
	}
	return states;
}

/** What is left to pay of an invoice. */
export const dueOf = async (world: World, slug = "inv-0"): Promise<string> =>
	(await invoiceState(world, slug)).due;
