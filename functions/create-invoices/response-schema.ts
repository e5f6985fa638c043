import {
	count,
	listOf,
	oneOfValues,
	orNull,
	record,
	text,
	version,
} from "../../shared/schemas/record-schema.ts";
import { invoiceFailures } from "./invoice-failures.ts";

const failures = Object.values(invoiceFailures);
const failureCodes = [...new Set(failures.map(({ code }) => code))];

export const createdInvoiceSchema = record({
	id: text,
	invoiceNumber: text,
	vendorId: text,
	state: oneOfValues(["DRAFTED", "APPROVED"]),
	version,
});

export const failedInvoiceSchema = record({
	invoiceNumber: text,
	vendorId: text,
	code: oneOfValues(failureCodes),
	error: { ...text, description: "Why, and whether a retry is safe." },
	id: {
		...orNull(text),
		description: "Of `INVOICE_EXISTS`: the id of the existing invoice.",
	},
});

/** R5, "Creation" */
export const dataSchema = record({
	total: count,
	successCount: count,
	failureCount: count,
	created: listOf(createdInvoiceSchema),
	failed: listOf(failedInvoiceSchema),
});
