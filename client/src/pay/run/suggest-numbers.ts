import type { ProcurementPaymentsClient } from "../../client.ts";
import { quote } from "../../payment-file/cells/quote.ts";
import { findSimilarNumber } from "../../payment-file/payments/similar-number.ts";
import type { PayRow } from "./pay-row.ts";

/** No more vendors and invoices are looked at, since the proposals are a help and not needed to pay. */
const vendorsMax = 20;
const invoicesMax = 1_000;

/** Adds, to each row whose invoice does not exist, the open invoice of its vendor that may be meant. */
export async function suggestNumbers(
	client: ProcurementPaymentsClient,
	rows: readonly PayRow[],
): Promise<PayRow[]> {
	const isMissing = ({ check }: PayRow) => check?.reason === "NOT_FOUND";
	const vendors = new Set(
		rows.filter(isMissing).flatMap(({ check }) => check?.vendorId ?? []),
	);
	const open = new Map<string, string[]>();
	for (const vendorId of [...vendors].slice(0, vendorsMax))
		open.set(vendorId, await readOpenNumbers(client, vendorId));
	return rows.map((row) => {
		const { vendorId, invoiceNumber } = row.check ?? {};
		const similar =
			isMissing(row) && vendorId && invoiceNumber
				? findSimilarNumber(invoiceNumber, open.get(vendorId) ?? [])
				: undefined;
		return similar === undefined ? row : withProposal(row, similar);
	});
}

async function readOpenNumbers(
	client: ProcurementPaymentsClient,
	vendorId: string,
): Promise<string[]> {
	const numbers: string[] = [];
	const query = { vendorId, open: true, limit: 100 };
	for await (const { invoiceNumber } of client.listInvoices(query)) {
		if (invoiceNumber !== null) numbers.push(invoiceNumber);
		if (numbers.length >= invoicesMax) break;
	}
	return numbers;
}

const withProposal = (row: PayRow, similar: string): PayRow => ({
	...row,
	problems: row.problems.map((problem) =>
		problem.code === "NOT_FOUND"
			? {
					...problem,
					message: `${problem.message}; ${quote(similar)} of this vendor is open: if it is meant, format the column as text and enter the number again`,
				}
			: problem,
	),
});
