import type { Actor } from "../actors/actor.ts";
import { invoiceKey } from "../dynamodb/keys.ts";
import type { Item } from "../dynamodb/reads/batch-get.ts";
import { toStoredNumber } from "../dynamodb/stored-values.ts";
import {
	batchInsert,
	findStored,
	insertStatement,
	type LoggedTable,
} from "../dynamodb/writes/batch-insert.ts";
import { toListKey } from "../lists/list-index.store.ts";
import { type Decimal, ZERO } from "../money/decimal.ts";
import { toApproval } from "./approval.ts";
import { packFacts } from "./item/invoice-facts.store.ts";
import { asInvoiceItem } from "./item/invoice-item.store.ts";
import { pointedSlug } from "./item/number-pointers.store.ts";
import { findWrite, logWrite } from "./item/write-log.store.ts";
import type { NewInvoiceTerms } from "./new-invoice.ts";

/** An invoice to create, under the id derived from its vendor and number. */
export interface NewInvoice extends NewInvoiceTerms {
	id: string;
	state: string;
	amount: Decimal;
	invoiceNumber: string;
	/** RFC 3339 */
	createdAt: string;
	createdBy: Actor;
}

/** The version of every invoice that was just created. */
export const newInvoiceVersion = 1;

/**
 * - `EXISTS`: the invoice `id` has this vendor's number already.
 * - `OVERLOADED`: the store stayed too busy; the invoice was not created.
 * - `UNKNOWN`: it may have been created, or still may be.
 */
export type InsertOutcome =
	| { kind: "CREATED" }
	| { kind: "EXISTS"; id: string }
	| { kind: "OVERLOADED" }
	| { kind: "UNKNOWN" };

/**
 * Creates each invoice whose id is free, with one conditional write each. Ids must be distinct. A write whose response
 * was lost is recognised by the attempt id; a repeated request gets `EXISTS`.
 *
 * @returns One outcome for each invoice, in order.
 */
export async function insertInvoices(
	store: LoggedTable,
	{ organizationId, attemptId }: { organizationId: string; attemptId: string },
	invoices: readonly NewInvoice[],
): Promise<InsertOutcome[]> {
	const { table } = store;
	const writes = logWrite([], { version: newInvoiceVersion, attemptId });
	const items = invoices.map((invoice) => ({
		...toItem(organizationId, invoice),
		writes,
	}));
	const written = await batchInsert(
		table,
		items.map((item) => insertStatement(table, item)),
	);
	const stored = await findStored(store, items, written);
	return items.map(({ pk }, index): InsertOutcome => {
		const outcome = written[index] ?? "UNKNOWN";
		if (outcome === "WRITTEN") return { kind: "CREATED" };
		if (outcome === "OVERLOADED") return { kind: "OVERLOADED" };
		return toOutcome(stored.get(pk), attemptId);
	});
}

/** Leaves out `paymentPages` and `platformPaymentInFlight` until they are needed, to keep the item within 1 KB. */
function toItem(
	organizationId: string,
	{ id, vendorId, state, amount, ...facts }: NewInvoice,
) {
	const key = invoiceKey(organizationId, id);
	const { createdAt } = facts;
	return {
		...key,
		...toListKey(organizationId, "INVOICE", { pk: key.pk, createdAt }),
		slug: id,
		vendorId,
		state,
		amount: toStoredNumber(amount),
		due: toStoredNumber(amount),
		paid: toStoredNumber(ZERO),
		version: newInvoiceVersion,
		payments: [],
		facts: packFacts({
			...facts,
			updatedAt: null,
			updatedBy: null,
			...toApproval(state, { at: createdAt, by: facts.createdBy }),
		}),
	};
}

function toOutcome(stored: Item | undefined, attemptId: string): InsertOutcome {
	if (!stored) return { kind: "UNKNOWN" };
	const { slug, writes = [] } = asInvoiceItem(stored);
	const own = findWrite(writes, { version: newInvoiceVersion, attemptId });
	if (own === "LANDED") return { kind: "CREATED" };
	return { kind: "EXISTS", id: pointedSlug(stored) ?? slug };
}
