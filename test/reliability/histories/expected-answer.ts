import type { Answer } from "../../support/world.ts";
import type { Books } from "../books.ts";
import type { Resource } from "../told.ts";
import type { Action, InvoicePatch, NewInvoice } from "./step.ts";

/** What there is when a request begins that nobody disturbs. */
export interface Before {
	books: Books;
	/** A batch runs, or somebody else holds the batches. */
	hasGuard: boolean;
	now: Date;
}

type Expected = Pick<Answer, "status"> & { body?: object };
type Invoice = Books["invoices"][number];

/**
 * The model: how the specification and records.md have such a request answered. undefined: they leave it to what other
 * processes did before.
 */
export function expectedAnswer(
	before: Before,
	action: Action,
): Expected | undefined {
	const { books, hasGuard, now } = before;
	switch (action.kind) {
		case "pay":
			return expectedPayment(books, action.resources, now);
		case "payMany":
			return { status: hasGuard ? 409 : 200 };
		case "raise":
			return { status: isRefusedAdvance(books, action.body) ? 400 : 200 };
		case "createInvoices":
			return expectedCreation(books, action.invoices);
		case "patchInvoice": {
			const invoice = findInvoice(books, action.id);
			if (!invoice) return { status: 404 };
			return { status: mayPatch(invoice, action.patch, now) ? 200 : 409 };
		}
		case "createSkus":
			return expectedSkus(books, action.skus);
		case "createVendor": {
			const { vendorId, name } = action.vendor;
			const vendor = books.vendors.find(({ id }) => id === vendorId);
			return { status: vendor && vendor.name !== name ? 409 : 200 };
		}
		case "createOrder": {
			const state = action.isComplete ? "ACTIVE" : "DRAFTED";
			return { status: 200, body: { data: { state } } };
		}
		default:
			return undefined;
	}
}

const findInvoice = ({ invoices }: Books, slug: string) =>
	invoices.find((invoice) => invoice.slug === slug);

/** Spec 4.4 and 7.4, and the order of checks of `decisions.md`. */
function expectedPayment(
	books: Books,
	resources: readonly Resource[],
	now: Date,
): Expected {
	const due = new Map(books.invoices.map(({ slug, due }) => [slug, due]));
	const results = resources.map(({ slug, amount }) => {
		const invoice = findInvoice(books, slug);
		const left = due.get(slug);
		if (!invoice || !left)
			return { slug, status: "ERROR", reason: "NOT_FOUND" };
		if (isLocked(invoice, now))
			return { slug, status: "SKIPPED", reason: "LOCK_HELD" };
		if (invoice.state !== "APPROVED")
			return { slug, status: "ERROR", reason: "INVALID_STATE" };
		if (left.lt(amount))
			return { slug, status: "ERROR", reason: "AMOUNT_EXCEEDS" };
		due.set(slug, left.minus(amount));
		return { slug, status: "DONE" };
	});
	const isAnyPaid = results.some(({ status }) => status === "DONE");
	return { status: isAnyPaid ? 200 : 422, body: { data: { results } } };
}

const isLocked = ({ lock }: Invoice, now: Date) =>
	lock !== undefined && Date.parse(lock.expiresAt) > now.getTime();

/** Records R5, "PATCH". */
function mayPatch(invoice: Invoice, patch: InvoicePatch, now: Date): boolean {
	const { amount } = patch;
	const state: string = patch.state ?? invoice.state;
	const isPaid = !invoice.due.eq(invoice.amount);
	const isAmountNew = amount !== undefined && !invoice.amount.eq(amount);
	if (isAmountNew && isPaid) return false;
	if (isAmountNew && invoice.state !== "DRAFTED" && state !== "DRAFTED")
		return false;
	if (state === invoice.state) return true;
	if (state === "VOID") return !isPaid && !isLocked(invoice, now);
	const from = state === "APPROVED" ? "DRAFTED" : "VOID";
	return invoice.state === from;
}

/** Records R5, "Creation". */
function expectedCreation(
	{ vendors, invoices }: Books,
	entries: readonly NewInvoice[],
): Expected {
	const toName = (vendorId = "", invoiceNumber = "") =>
		`${vendorId} ${invoiceNumber.toLowerCase()}`;
	const taken = new Set(
		invoices.map((known) => toName(known.vendorId, known.invoiceNumber)),
	);
	const created: object[] = [];
	const failed: object[] = [];
	for (const { vendorId, invoiceNumber, state } of entries) {
		const name = toName(vendorId, invoiceNumber);
		const isVendor = vendors.some(({ id }) => id === vendorId);
		if (!isVendor) failed.push({ invoiceNumber, code: "VENDOR_NOT_FOUND" });
		else if (taken.has(name))
			failed.push({ invoiceNumber, code: "INVOICE_EXISTS" });
		else created.push({ invoiceNumber, vendorId, state });
		if (isVendor) taken.add(name);
	}
	return { status: 200, body: { data: { created, failed } } };
}

/** Spec 2.1: codes that differ only in case are the same code. */
function expectedSkus(
	{ skus }: Books,
	entries: readonly { name: string; itemCode: string }[],
): Expected {
	const taken = new Set(
		skus.map(({ itemCode = "" }) => itemCode.toLowerCase()),
	);
	const created = entries.filter(({ itemCode }) => {
		const isTaken = taken.has(itemCode.toLowerCase());
		taken.add(itemCode.toLowerCase());
		return !isTaken;
	});
	return { status: 200, body: { data: { created } } };
}

/** Spec 4.3 rule 5. The orders of the organization are large enough, and of the right vendor. */
function isRefusedAdvance(books: Books, body: object): boolean {
	if (!("purchaseOrderLinkId" in body)) return false;
	const { purchaseOrderLinkId: orderId } = body;
	const order = books.purchaseOrders.find(({ id }) => id === orderId);
	return (
		order?.state !== "APPROVED" ||
		[...books.advances, ...books.paymentRequests].some(
			({ purchaseOrderLinkId, state }) =>
				purchaseOrderLinkId === orderId && state !== "REJECTED",
		)
	);
}
