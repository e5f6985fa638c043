import { toInvoiceId } from "../../../../shared/invoices/invoice-id.ts";
import type { Action, InvoicePatch, NewInvoice } from "../step.ts";
import {
	type Before,
	findInvoice,
	type Invoice,
	isLocked,
	paidFor,
} from "./before.ts";
import { answered, type Expected, refused } from "./expected.ts";

/** R5, "Creation". */
export function expectedCreation(
	{ records }: Before,
	entries: readonly NewInvoice[],
): Expected {
	const toName = (vendorId = "", invoiceNumber = "") =>
		`${vendorId} ${invoiceNumber.toLowerCase()}`;
	const taken = new Map(
		records.invoices.map(({ vendorId, invoiceNumber, slug }) => [
			toName(vendorId, invoiceNumber),
			slug,
		]),
	);
	const created: object[] = [];
	const failed: object[] = [];
	const invoices: Record<string, object> = {};
	for (const { vendorId, invoiceNumber, amount, state } of entries) {
		const name = toName(vendorId, invoiceNumber);
		const entry = { invoiceNumber, vendorId };
		const existing = taken.get(name);
		const id = toInvoiceId(vendorId, invoiceNumber);
		if (!records.vendors.some((vendor) => vendor.id === vendorId))
			failed.push({ ...entry, code: "VENDOR_NOT_FOUND", id: null });
		else if (existing)
			failed.push({ ...entry, code: "INVOICE_EXISTS", id: existing });
		else {
			created.push({ ...entry, id, state });
			taken.set(name, id);
			const unpaid = { due: amount, payments: 0, reversed: 0, holder: null };
			invoices[id] = { ...entry, state, amount, description: null, ...unpaid };
		}
	}
	return answered({ created, failed }, () => ({ invoices }));
}

/** R5, "PATCH". */
export function expectedInvoicePatch(
	{ records, now }: Before,
	{ id, patch }: Extract<Action, { kind: "patchInvoice" }>,
): Expected {
	const invoice = findInvoice(records, id);
	if (!invoice) return refused(404, "INVOICE_NOT_FOUND");
	if (!mayPatch(invoice, patch, now))
		return refused(409, "INVALID_STATE_TRANSITION");
	const { state = invoice.state, amount, description } = patch;
	const changes = {
		state,
		...(isAmountNew(invoice, patch) && { amount, due: amount }),
		...(description !== undefined && { description }),
	};
	return answered({ id, state }, () => ({ invoices: { [id]: changes } }));
}

function mayPatch(invoice: Invoice, patch: InvoicePatch, now: Date): boolean {
	const state: string = patch.state ?? invoice.state;
	const isPaid = paidFor(invoice).gt(0);
	if (isAmountNew(invoice, patch) && isPaid) return false;
	const isChanged =
		isAmountNew(invoice, patch) || isDescriptionNew(invoice, patch);
	if (isChanged && invoice.state !== "DRAFTED" && state !== "DRAFTED")
		return false;
	if (state === invoice.state) return true;
	if (state === "VOID") return !isPaid && !isLocked(invoice, now);
	const from = state === "APPROVED" ? "DRAFTED" : "VOID";
	return invoice.state === from;
}

const isAmountNew = (invoice: Invoice, { amount }: InvoicePatch) =>
	amount !== undefined && !invoice.amount.eq(amount);

const isDescriptionNew = (invoice: Invoice, { description }: InvoicePatch) =>
	description !== undefined && description !== (invoice.description ?? null);
