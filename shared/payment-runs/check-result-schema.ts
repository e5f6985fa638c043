import { leaveOuts } from "../payments/payment-result.ts";
import { unpaidReasons } from "../payments/payment-result-schema.ts";
import { paymentWarnings } from "../payments/payment-warnings.ts";
import {
	count,
	date,
	decimal,
	listOf,
	oneOfValues,
	orNull,
	record,
	text,
} from "../schemas/record-schema.ts";

/** `toCheckItems` (runs P3) */
export const checkItemSchema = record({
	position: { ...count, description: "0 for the first entry of the request." },
	ref: orNull(text),
	amount: decimal,
	utr: orNull(text),
	narration: orNull(text),
	paymentDate: orNull(date),
	slug: {
		...text,
		description:
			"As it was sent. Of an invoice that was named by its number: the one that the number had when the run was created.",
	},
	vendorId: orNull(text),
	invoiceNumber: orNull(text),
	vendorName: orNull(text),
	currency: orNull(text),
	due: {
		...orNull(decimal),
		description:
			"What remains of the invoice before this run; null after the run was released or discarded.",
	},
	status: {
		...orNull(oneOfValues(["DONE", "ERROR", "SKIPPED"])),
		description:
			"What the batch would answer now, given the payments of the run before it; null after the run was released or discarded.",
	},
	reason: {
		...orNull(oneOfValues([...unpaidReasons, ...leaveOuts])),
		description: "null if `status` is `DONE`, or null itself.",
	},
	warnings: listOf(oneOfValues(paymentWarnings)),
});
