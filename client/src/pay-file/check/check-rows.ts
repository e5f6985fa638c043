import type { ClientContext } from "../../client-context.ts";
import type { Invoice } from "../../generated/openapi.ts";
import { pacingReads } from "../../payments/find-recorded.ts";
import { type FileRow, groupByInvoice } from "../input/file-row.ts";
import { noteRepeats } from "../input/repeats.ts";
import type { Progress } from "../output/progress.ts";
import { findInvoices } from "./find-invoices.ts";
import { notePaidBefore, type RepeatOptions } from "./paid-before.ts";
import { refusePayments } from "./refuse-payments.ts";

export interface CheckOptions extends RepeatOptions {
	/** All rows of the file. */
	allRows: readonly FileRow[];
	/** The currency of invoices that name none. */
	baseCurrency: string;
	progress: Progress;
}

/**
 * Checks rows against the records and adds to each what is wrong with it.
 *
 * @param rows All rows that are to be paid.
 */
export async function checkRows(
	client: ClientContext,
	rows: readonly FileRow[],
	{ allRows, baseCurrency, progress, ...options }: CheckOptions,
) {
	progress.start("Checking", rows.length);
	const invoices = await findInvoices(client, rows, (count) =>
		progress.update(count),
	);
	// Rows of one invoice may have named it in different ways.
	if (!options.allowRepeats) noteRepeats(allRows);
	const byInvoice = groupByInvoice(rows);
	const partPaid = [...byInvoice].flatMap(([slug, group]) => {
		const invoice = invoices.get(slug);
		return isPartPaid(invoice) ? [{ invoice, group }] : [];
	});
	if (partPaid.length > 0) {
		progress.start("Comparing with recorded payments", partPaid.length);
		const paced = pacingReads(client);
		for (const [index, { invoice, group }] of partPaid.entries()) {
			await notePaidBefore(paced, invoice, group, options);
			progress.update(index + 1);
		}
	}
	progress.stop();
	for (const [slug, group] of byInvoice) {
		const invoice = invoices.get(slug);
		if (invoice) {
			const { vendorId, currency } = invoice;
			const record = { vendorId, currency: currency ?? baseCurrency };
			for (const row of group) row.record = record;
		}
		const open = group.filter((row) => !isPaidBefore(row));
		const problem = refusePayments(open, invoice);
		if (problem) for (const row of open) row.problems.push(problem);
	}
}

const isPartPaid = (invoice: Invoice | null | undefined): invoice is Invoice =>
	(invoice?.paid ?? 0) > 0;

const isPaidBefore = ({ problems }: FileRow) =>
	problems.some(({ reason }) => reason === "PAID_BEFORE");
