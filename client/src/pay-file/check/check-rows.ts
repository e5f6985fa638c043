import type { RecordsClient } from "../../operations/records-client.ts";
import type { FileRow } from "../input/file-row.ts";
import { findInvoices } from "./find-invoices.ts";
import { refusePayments } from "./refuse-payments.ts";

/** Checks rows against the records and adds to each what is wrong with it. */
export async function checkRows(
	records: RecordsClient,
	rows: readonly FileRow[],
	onFound: (count: number, total: number) => void,
) {
	const byInvoice = new Map<string, FileRow[]>();
	for (const row of rows) {
		if (!row.payment) continue;
		const { slug } = row.payment;
		const group = byInvoice.get(slug);
		if (group) group.push(row);
		else byInvoice.set(slug, [row]);
	}
	const invoices = await findInvoices(
		records,
		new Set(byInvoice.keys()),
		(count) => onFound(count, byInvoice.size),
	);
	for (const [slug, group] of byInvoice) {
		const problem = refusePayments(group, invoices.get(slug));
		if (problem) for (const row of group) row.problems.push(problem);
	}
}
