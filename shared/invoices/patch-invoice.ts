import { type Decimal, toDecimalText, ZERO } from "../money/decimal.ts";
import { type Details, namesOf } from "../schemas/described.ts";
import {
	describedInvoice,
	type InvoiceDetails,
	isLockHeld,
} from "./invoice.ts";
import { isBefore } from "./new-invoice.ts";

/** The states that a patch can change; an organization file may set any other state. */
export const invoiceStates = ["DRAFTED", "APPROVED", "VOID"] as const;
export type InvoiceState = (typeof invoiceStates)[number];

/** A merge patch whose values are valid on their own; absent properties stay unchanged (R5, "PATCH"). */
export interface InvoicePatch
	extends Partial<Details<typeof describedInvoice>> {
	state?: InvoiceState;
	amount?: Decimal;
}

/** The result of applying a patch. */
export type PatchOutcome =
	| { kind: "UNCHANGED" }
	| { kind: "CHANGED"; invoice: InvoiceDetails }
	/** A value that contradicts another one. */
	| { kind: "INVALID"; pointer: string; reason: string }
	/** A change that the state of the invoice forbids. */
	| { kind: "NOT_ALLOWED"; reason: string };

export const isPatchable = ({ state }: InvoiceDetails) =>
	invoiceStates.some((known) => known === state);

/** Applies a patch to an invoice that `isPatchable`. Equal values count as no change. */
export function patchInvoice(
	invoice: InvoiceDetails,
	patch: InvoicePatch,
	{ currencies, now }: { currencies: readonly string[]; now: Date },
): PatchOutcome {
	const patched = merge(invoice, patch);
	const changes = findChanges(invoice, patched);
	const invalid = checkTerms(patched, changes, currencies);
	if (invalid) return { kind: "INVALID", ...invalid };
	const reason =
		checkTransition(invoice, patched.state, now) ??
		checkChanges(invoice, patched.state, changes);
	if (reason) return { kind: "NOT_ALLOWED", reason };

	const isChanged = changes.size > 0 || patched.state !== invoice.state;
	return isChanged
		? { kind: "CHANGED", invoice: patched }
		: { kind: "UNCHANGED" };
}

function merge(
	invoice: InvoiceDetails,
	{ state, amount, ...facts }: InvoicePatch,
): InvoiceDetails {
	const isNewAmount = amount !== undefined && !amount.eq(invoice.amount);
	return {
		...invoice,
		...(state && { state }),
		...(isNewAmount && { amount, due: amount }),
		facts: { ...invoice.facts, ...facts },
	};
}

type Property = "amount" | keyof typeof describedInvoice;

/** The properties other than the state that a patch changes. */
function findChanges(
	invoice: InvoiceDetails,
	patched: InvoiceDetails,
): Set<Property> {
	const changes = new Set<Property>(
		namesOf(describedInvoice).filter(
			(name) => patched.facts[name] !== invoice.facts[name],
		),
	);
	if (!patched.amount.eq(invoice.amount)) changes.add("amount");
	return changes;
}

/** Checks only changed properties: an imported invoice may break these rules. */
function checkTerms(
	{ facts: { currency, invoiceDate, dueDate } }: InvoiceDetails,
	changes: ReadonlySet<Property>,
	currencies: readonly string[],
): { pointer: string; reason: string } | null {
	if (changes.has("dueDate") && isBefore(dueDate, invoiceDate)) {
		return { pointer: "/dueDate", reason: "must NOT be before invoiceDate" };
	}
	if (changes.has("invoiceDate") && isBefore(dueDate, invoiceDate)) {
		return { pointer: "/invoiceDate", reason: "must NOT be after dueDate" };
	}
	if (changes.has("currency") && !currencies.includes(currency ?? "")) {
		const reason = "must be an active currency of the organization";
		return { pointer: "/currency", reason };
	}
	return null;
}

function checkTransition(
	invoice: InvoiceDetails,
	state: string,
	now: Date,
): string | null {
	const transition = `${invoice.state} to ${state}`;
	if (state === invoice.state || freeTransitions.has(transition)) return null;
	if (state === "VOID") return checkVoid(invoice, now);
	const between = state === "DRAFTED" ? "VOID" : "DRAFTED";
	return `An invoice cannot go from ${transition}: set it to ${between} first`;
}

const freeTransitions = new Set(["DRAFTED to APPROVED", "VOID to DRAFTED"]);

function checkVoid(invoice: InvoiceDetails, now: Date): string | null {
	const { platformPaymentInFlight, lock } = invoice;
	const payment = findPayment(invoice);
	if (payment) return `The invoice cannot be voided: ${payment}`;
	if (platformPaymentInFlight) {
		return "The invoice cannot be voided: a platform payment is in flight; wait until it has settled";
	}
	if (isLockHeld(lock, now)) {
		return "The invoice cannot be voided: its lock is held; wait until it is released";
	}
	return null;
}

function checkChanges(
	invoice: InvoiceDetails,
	state: string,
	changes: ReadonlySet<Property>,
): string | null {
	const [first] = changes;
	if (first === undefined) return null;
	if (invoice.state !== "DRAFTED" && state !== "DRAFTED") {
		return `The ${first} of an invoice that is ${invoice.state} cannot be changed: it must be DRAFTED`;
	}
	const payment = changes.has("amount") && findPayment(invoice);
	return payment ? `The amount cannot be changed: ${payment}` : null;
}

/** Organization files may set `due` to `amount` again, although payments are recorded. */
function findPayment({ due, amount, paid }: InvoiceDetails): string | null {
	if (!due.eq(amount)) {
		return "the due is not the amount; only an unpaid invoice can be";
	}
	return paid.eq(ZERO)
		? null
		: `payments of ${toDecimalText(paid)} are recorded that are not reversed`;
}
