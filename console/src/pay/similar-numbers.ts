import { findSimilarNumber } from "../../../client/src/payment-file/payments/similar-number.ts";
import { may, type Session } from "../service/session.ts";
import type { PayRow } from "./rows.ts";

/** No more vendors and invoices are looked at, since the proposals are only a help. */
const vendorsMax = 20;
const invoicesMax = 1_000;

/** Finds the open invoice of the vendor that a number which does not exist may mean. */
export async function suggestNumbers(
	session: Session,
	checked: readonly PayRow[],
): Promise<readonly PayRow[]> {
	const missing = checked.filter(({ check }) => check?.reason === "NOT_FOUND");
	if (missing.length === 0 || !may(session, "invoices:read")) return checked;
	const vendors = new Set(
		missing.flatMap(({ check }) => check?.vendorId ?? []),
	);
	const open = new Map<string, string[]>();
	for (const vendorId of [...vendors].slice(0, vendorsMax)) {
		const numbers: string[] = [];
		for await (const { invoiceNumber } of session.client.listInvoices({
			vendorId,
			open: true,
			limit: 100,
		})) {
			if (invoiceNumber !== null) numbers.push(invoiceNumber);
			if (numbers.length >= invoicesMax) break;
		}
		open.set(vendorId, numbers);
	}
	return checked.map((row) => {
		const { reason, vendorId, invoiceNumber } = row.check ?? {};
		const similar =
			reason === "NOT_FOUND" && vendorId && invoiceNumber
				? findSimilarNumber(invoiceNumber, open.get(vendorId) ?? [])
				: undefined;
		return similar === undefined ? row : { ...row, similar };
	});
}
