import { createHash } from "node:crypto";
import { toDecimal, toDecimalText } from "../money/decimal.ts";
import type { LeaveOut } from "../payments/payment-result.ts";

/** An entry as the caller sent it. */
export interface SentEntry {
	slug?: string | undefined;
	vendorId?: string | undefined;
	invoiceNumber?: string | undefined;
	amount: number;
	utr?: string | undefined;
	narration?: string | undefined;
	paymentDate?: string | undefined;
	ref?: string | undefined;
}

export interface SentRun {
	resources: readonly SentEntry[];
	leaveOut?: readonly LeaveOut[] | undefined;
	repeatOf?: string | undefined;
}

/**
 * Identifies what a run pays (runs P2, "The same list twice"): two runs with the same digest would pay the same twice.
 * The name of the run and those of its entries do not count, nor does the notation of an amount.
 */
export function toContentDigest({
	resources,
	leaveOut = [],
	repeatOf,
}: SentRun): string {
	const content = createHash("sha256");
	content.update(JSON.stringify([leaveOut.toSorted(), repeatOf ?? null]));
	// Each part is JSON and ends where the next one begins: no two lists are the same text.
	for (const entry of resources) content.update(JSON.stringify(partsOf(entry)));
	return content.digest("hex");
}

const partsOf = (entry: SentEntry) => [
	entry.slug ?? [entry.vendorId, entry.invoiceNumber?.toLowerCase()],
	toDecimalText(toDecimal(entry.amount)),
	entry.utr ?? null,
	entry.narration ?? null,
	entry.paymentDate ?? null,
];
