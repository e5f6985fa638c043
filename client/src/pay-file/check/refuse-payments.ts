import { Big } from "big.js";
import type { Invoice } from "../../generated/openapi.ts";
import type { FileRow, Problem } from "../input/file-row.ts";
import { formatMoney } from "../output/figures.ts";

/**
 * Why the payments of one invoice cannot be made, in the order of the service's own checks. A lock is no reason: it is held
 * for moments.
 *
 * @param rows All rows of the invoice that are to be paid.
 * @param invoice Null: there is none. Undefined: it is not open.
 */
export function refusePayments(
	rows: readonly FileRow[],
	invoice: Invoice | null | undefined,
): Problem | undefined {
	if (invoice === null)
		return { reason: "NOT_FOUND", message: "no invoice has this id" };
	if (invoice === undefined)
		return {
			reason: "NOT_OPEN",
			message:
				"no open invoice has this id: it is unknown, void, or has nothing due",
		};
	const { state, platformPaymentInFlight, due, currency } = invoice;
	if (state !== "APPROVED")
		return {
			reason: "INVALID_STATE",
			message: `the invoice is ${state}, not APPROVED`,
		};
	if (platformPaymentInFlight)
		return {
			reason: "PLATFORM_PAYMENT_IN_FLIGHT",
			message: "a payment of the invoice on the platform has not settled yet",
		};
	if (
		currency &&
		currency !== "INR" &&
		rows.some((row) => row.payment?.inRupees)
	)
		return {
			reason: "CURRENCY",
			message: `the amount is in rupees, the invoice in ${currency}`,
		};
	return refuseSum(rows, due, currency ?? "");
}

function refuseSum(
	rows: readonly FileRow[],
	due: number,
	currency: string,
): Problem | undefined {
	const sum = rows.reduce(
		(total, { payment }) => total.plus(payment?.amount ?? 0),
		new Big(0),
	);
	if (sum.lte(due)) return undefined;
	const paid =
		rows.length === 1
			? `${formatMoney(sum, currency)} is`
			: `the ${rows.length} rows of this invoice (lines ${lines(rows)}) add up to ${formatMoney(sum, currency)}, which is`;
	return {
		reason: "AMOUNT_EXCEEDS",
		message: `${paid} more than the ${formatMoney(new Big(due), currency)} that are due`,
	};
}

const shownMax = 5;
const lines = (rows: readonly FileRow[]) =>
	rows
		.slice(0, shownMax)
		.map(({ line }) => line)
		.join(", ") + (rows.length > shownMax ? ", …" : "");
