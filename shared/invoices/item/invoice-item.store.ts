import type { Actor } from "../../actors/actor.ts";
import type { Key } from "../../dynamodb/keys.ts";
import type { Item } from "../../dynamodb/reads/batch-get.ts";
import type { StoredNumber } from "../../dynamodb/stored-values.ts";
import type { ListKey } from "../../lists/list-index.store.ts";
import type { InvoiceLock } from "../invoice.ts";
import type { StoredPayment } from "./payments.store.ts";
import type { WriteLog } from "./write-log.store.ts";

/** The item of an invoice, with its payments (ADR 2). */
export interface InvoiceItem extends Key, ListKey {
	slug: string;
	vendorId?: string | null;
	state: string;
	amount: StoredNumber;
	due: StoredNumber;
	/** The sum of the payments recorded since the creation or first import that are not reversed. */
	paid: StoredNumber;
	platformPaymentInFlight?: boolean;
	lock?: InvoiceLock | null;
	version: StoredNumber;
	payments: StoredPayment[];
	paymentPages?: StoredNumber;
	/** `packFacts` makes it. */
	facts: Uint8Array;
	/** The log of the creation and the patches. */
	writes?: WriteLog;
	/** When the latest archived payment was made (RFC 3339), and by whom. */
	paidAt?: string | null;
	paidBy?: Actor | null;
	/** Number of reversal items of each payments page that has some, by page (`page-reversals.store.ts`). */
	pageReversals?: Record<string, StoredNumber>;
}

/** Unchecked cast: items under an invoice's key have this shape, unless `pointedSlug` finds one. */
export const asInvoiceItem = (item: Item) => item as InvoiceItem & Item;
