import { reversedPayment } from "../reversed-payment.ts";
import type { Action } from "../step.ts";
import { type Before, findInvoice, isLocked } from "./before.ts";
import { answered, type Expected, refused } from "./expected.ts";

/** C1. */
export function expectedReversal(
	{ records, now }: Before,
	action: Extract<Action, { kind: "reverse" }>,
): Expected {
	const invoice = findInvoice(records, action.id);
	if (!invoice) return refused(404, "INVOICE_NOT_FOUND");
	const id = reversedPayment(action, invoice.payments.toReversed());
	const payment = invoice.payments.find((one) => one.id === id);
	if (!payment) return refused(404, "PAYMENT_NOT_FOUND");
	const { amount, reversedAt, reversalReason } = payment;
	const record = { id, amount: amount.toNumber() };
	if (reversedAt !== null)
		return answered({ ...record, reversedAt, reversalReason });
	if (isLocked(invoice, now)) return refused(409, "INVALID_STATE_TRANSITION");
	const change = {
		due: invoice.due.plus(amount).toNumber(),
		reversed: invoice.payments.filter((one) => one.reversedAt).length + 1,
	};
	return answered(
		{
			...record,
			reversedAt: now.toISOString(),
			reversalReason: action.reason,
		},
		() => ({ invoices: { [action.id]: change } }),
	);
}
