import type { ClientContext } from "../../client-context.ts";
import type { Invoice, Payment } from "../../generated/openapi.ts";
import { readPayments } from "../../payments/find-recorded.ts";
import { isSameAmount } from "../../payments/to-results.ts";
import type { FileRow } from "../input/file-row.ts";

export interface RepeatOptions {
	/** Payments that are recorded already may be made once more. */
	allowRepeats: boolean;
	/** Payments under these keys are those of this file itself. */
	ownKeys: { has(key: string): boolean };
}

/**
 * Notes on each row that the records have its payment already: the file is a copy of one that was paid, or somebody else has
 * paid the invoice. A file that is paid at the same moment as its copy is not noticed.
 */
export async function notePaidBefore(
	client: ClientContext,
	{ id, due }: Invoice,
	rows: readonly FileRow[],
	{ allowRepeats, ownKeys }: RepeatOptions,
) {
	if (allowRepeats && due > 0) return;
	const payments: Payment[] = [];
	for await (const payment of readPayments(client, id))
		if (
			payment.reversedAt === null &&
			!ownKeys.has(payment.idempotencyKey ?? "")
		)
			payments.push(payment);
	for (const row of rows) {
		const alike = payments.find((payment) => isAlike(row, payment));
		const message = alike
			? `this payment is recorded already: ${describe(alike)}. ${due > 0 ? "If it is to be paid once more, use --allow-repeats" : "Nothing is due any more"}`
			: due === 0 && payments[0]
				? `the invoice is paid in full, last by ${describe(payments[0])}`
				: undefined;
		if (message) row.problems.push({ reason: "PAID_BEFORE", message });
	}
}

/**
 * A row without UTR is compared by its date. Without a date as well it would be paid with the date of the day: when its
 * copy was paid cannot be known, so the amount decides.
 */
function isAlike({ payment: row }: FileRow, recorded: Payment): boolean {
	if (!row || !isSameAmount(Number(row.amount), recorded.amount)) return false;
	if (row.utr !== undefined || recorded.utr !== null)
		return toComparable(row.utr) === toComparable(recorded.utr);
	return (
		row.paymentDate === undefined || row.paymentDate === recorded.paymentDate
	);
}

/** Banks do not tell capitals from small letters. */
const toComparable = (utr: string | null | undefined) => utr?.toUpperCase();

const describe = ({ amount, utr, paymentDate }: Payment) =>
	`${amount} on ${paymentDate}, ${utr === null ? "without a UTR" : `UTR ${utr.slice(0, 64)}`}`;
