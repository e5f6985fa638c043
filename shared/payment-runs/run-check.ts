import type { InvoiceDetails } from "../invoices/invoice.ts";
import { planPayments } from "../payments/payment-plan.ts";
import type { LeaveOut } from "../payments/payment-result.ts";
import {
	findDateWarning,
	findRepeated,
	type PaymentWarning,
	toLeftOut,
} from "../payments/payment-warnings.ts";
import type { RequestedPayment } from "../payments/requested-payment.ts";
import type { RunEntry } from "./payment-run.ts";

/** The entries of whole chunks, and the invoices that they name as they are now. */
export interface NamedEntries {
	entries: readonly RunEntry[];
	invoices: ReadonlyMap<string, InvoiceDetails>;
}

/** What the batch would answer for an entry if the run were released now. */
export interface Judgement {
	status: "DONE" | "ERROR" | "SKIPPED";
	reason: string | null;
	warnings: readonly PaymentWarning[];
}

/** What else, besides the entries and their invoices, a judgement depends on. */
export interface JudgedAt {
	/** The payments of the entries, in order. */
	requests: readonly RequestedPayment[];
	/** The indexes of those that are recorded already. */
	recorded: ReadonlySet<number>;
	leaveOut: readonly LeaveOut[];
	/** `YYYY-MM-DD` */
	today: string;
	now: Date;
}

/**
 * Judges the entries as a worker does when it decides a chunk. All entries for one invoice are in one chunk, so those
 * of other chunks make no difference.
 */
export function judgeEntries(
	{ invoices }: NamedEntries,
	{ requests, recorded, leaveOut, today, now }: JudgedAt,
): Judgement[] {
	const repeated = findRepeated(requests);
	const leftOut = toLeftOut(leaveOut, {
		ALREADY_RECORDED: recorded,
		REPEATED: repeated,
	});
	const { results } = planPayments(requests, invoices, now, leftOut);
	return requests.map(({ payment }, index) => {
		const dateWarning = findDateWarning(payment, today);
		const warnings: PaymentWarning[] = [
			...(recorded.has(index) ? (["ALREADY_RECORDED"] as const) : []),
			...(repeated.has(index) ? (["REPEATED"] as const) : []),
			...(dateWarning ? [dateWarning] : []),
		];
		const { status = "ERROR", reason = null } = results[index] ?? {};
		return { status, reason, warnings };
	});
}

/**
 * Runs P3: the items of a check, in the order of the entries.
 *
 * @param judgements null after the draft was released or discarded.
 */
export const toCheckItems = (
	{
		entries,
		invoices,
		vendorNames,
	}: NamedEntries & { vendorNames: ReadonlyMap<string, string> },
	judgements: readonly Judgement[] | null,
) =>
	entries.map((entry, index) => {
		const invoice = invoices.get(entry.slug);
		const judgement = judgements?.[index];
		const vendorId = invoice ? invoice.vendorId : (entry.vendorId ?? null);
		return {
			position: entry.position,
			ref: entry.ref ?? null,
			amount: entry.amount,
			utr: entry.utr ?? null,
			narration: entry.narration ?? null,
			paymentDate: entry.paymentDate ?? null,
			slug: entry.slug,
			vendorId,
			invoiceNumber: invoice
				? invoice.facts.invoiceNumber
				: (entry.invoiceNumber ?? null),
			vendorName:
				invoice && vendorId !== null
					? (vendorNames.get(vendorId) ?? null)
					: null,
			currency: invoice?.facts.currency ?? null,
			due: invoice && judgement ? invoice.due : null,
			status: judgement?.status ?? null,
			reason: judgement?.reason ?? null,
			warnings: judgement?.warnings ?? [],
		};
	});
