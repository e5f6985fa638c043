import { type Before, isLocked } from "./before.ts";

/** What the model says of the records, by ids. */
export interface View {
	invoices: Record<string, InvoiceView>;
	orders: Record<string, object>;
	/** Imported advances and payment requests. */
	advances: Record<string, object>;
	batches: Record<string, object>;
	runs: Record<string, object>;
	vendors: Record<string, object>;
	/** By item code, in lower case. */
	skus: Record<string, object>;
	/** Who holds the batches, under `batches`. */
	guard: Record<string, object>;
}

interface InvoiceView {
	vendorId: string | null;
	invoiceNumber: string | null;
	state: string;
	amount: number;
	due: number;
	description: string | null;
	/** Number of payments, and of those that are reversed. */
	payments: number;
	reversed: number;
	/** Holds the lock; null when there is none. */
	holder: string | null;
}

/** Properties of records, by the id of the record. */
export type Changes = Partial<Record<keyof View, Record<string, object>>>;

export function viewOf({ records, guard, now }: Before): View {
	const advances = [...records.advances, ...records.paymentRequests];
	return {
		invoices: byId(records.invoices, ({ slug, ...invoice }) => [
			slug,
			{
				vendorId: invoice.vendorId ?? null,
				invoiceNumber: invoice.invoiceNumber ?? null,
				state: invoice.state,
				amount: invoice.amount.toNumber(),
				due: invoice.due.toNumber(),
				description: invoice.description ?? null,
				payments: invoice.payments.length,
				reversed: invoice.payments.filter(({ reversedAt }) => reversedAt)
					.length,
				holder: isLocked({ slug, ...invoice }, now)
					? (invoice.lock?.holder ?? null)
					: null,
			},
		]),
		orders: byId(records.purchaseOrders, (order) => [
			order.id,
			{
				state: order.state,
				amount: order.amount.toNumber(),
				vendorId: order.vendorId ?? null,
				description: order.description ?? null,
				paymentTerms: order.paymentTerms ?? null,
			},
		]),
		advances: byId(advances, ({ id, state, purchaseOrderLinkId }) => [
			id,
			{ state, purchaseOrderLinkId: purchaseOrderLinkId ?? null },
		]),
		batches: byId(records.batches, ({ bulkActionSlug, status, total }) => [
			bulkActionSlug,
			{ status, total },
		]),
		runs: byId(records.paymentRuns, ({ runId, name, state, total }) => [
			runId,
			{ name, state, total },
		]),
		vendors: byId(records.vendors, ({ id, name }) => [id, { name }]),
		skus: byId(records.skus, ({ itemCode = "", name }) => [
			itemCode.toLowerCase(),
			{ name },
		]),
		guard: { batches: { holder: guard?.holder ?? null } },
	};
}

const byId = <Thing, Shown>(
	things: readonly Thing[],
	toEntry: (thing: Thing) => [id: string, shown: Shown],
): Record<string, Shown> => Object.fromEntries(things.map(toEntry));

/** The view after these changes. */
export function changedView(view: View, changes: Changes): View {
	const changed: Record<string, object> = { ...view };
	for (const [part, records] of Object.entries(changes)) {
		const before: Record<string, object> = { ...changed[part] };
		changed[part] = before;
		for (const [id, properties] of Object.entries(records))
			before[id] = { ...before[id], ...properties };
	}
	// Unchecked cast: only the records of its parts have changed.
	return changed as unknown as View;
}
