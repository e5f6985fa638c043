import type { RepeatOptions } from "./check/paid-before.ts";
import type { FileRow } from "./input/file-row.ts";
import type { JournalState } from "./journal/journal-state.ts";
import type { PayOptions, RunOptions } from "./options/read-options.ts";

/**
 * Rows to compare with the records: those that may be paid, and for a complete report those that are bad for another reason
 * too.
 */
export function toChecked(
	rows: readonly FileRow[],
	state: JournalState,
	{ skipsBadRows }: RunOptions,
): FileRow[] {
	return rows.filter(
		({ payment, problems }, index) =>
			payment &&
			mayPay(state, index) &&
			(problems.length === 0 || !skipsBadRows),
	);
}

/** Rows to do: those that can be read, and are neither done nor perhaps done. */
export function toPending(
	rows: readonly FileRow[],
	state: JournalState,
): number[] {
	return [...rows.keys()].filter((index) => {
		const row = rows[index];
		return (
			row?.payment &&
			row.problems.length === 0 &&
			row.doneBefore === undefined &&
			mayPay(state, index)
		);
	});
}

/** The row is neither paid nor perhaps paid. */
export const mayPay = ({ rows }: JournalState, index: number) =>
	!["DONE", "OPEN", "UNKNOWN"].includes(rows.get(index)?.status ?? "");

/** A row that was sent under an invoice's id keeps it, whatever its number leads to later. */
export function useSentInvoices(
	rows: readonly FileRow[],
	{ invoices }: JournalState,
) {
	for (const [index, [slug, vendorId, currency]] of invoices) {
		const row = rows[index];
		if (!row?.payment) continue;
		row.record = { vendorId, currency };
		row.payment.slug = slug;
		delete row.payment.invoice;
	}
}

/** What counts as a payment that is recorded already. */
export const toRepeats = (
	{ reading }: PayOptions,
	{ requests }: JournalState,
): RepeatOptions => ({
	allowRepeats: reading.allowRepeats ?? false,
	ownKeys: requests,
});
