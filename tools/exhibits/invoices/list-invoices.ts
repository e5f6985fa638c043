import { listInvoices as endpoint } from "../../../shared/endpoints/endpoints.ts";
import { invoiceRecordSchema } from "../../../shared/invoices/invoice-record-schema.ts";
import { date, oneOfValues } from "../../../shared/schemas/record-schema.ts";
import type { Exhibit } from "../exhibit.ts";
import { pageOf } from "../page-schema.ts";
import { filter, pageParameters } from "../parameters.ts";

export const listInvoices: Exhibit = {
	endpoint,
	tag: "Invoices",
	summary: "List invoices, newest first",
	description:
		"With `vendorId` and `invoiceNumber`, it looks up the invoice with this number: the list has one item or none.",
	query: [
		...pageParameters(),
		filter("state", "Invoices in this state; any text."),
		filter("vendorId", "Invoices of this vendor."),
		filter(
			"open",
			"`true`: something is due, and the invoice is not `VOID`; `false`: the others.",
			oneOfValues(["true", "false"]),
		),
		filter(
			"dueBefore",
			"Invoices whose `dueDate` is before this day; those without one are left out.",
			date,
		),
		filter("invoiceNumber", "Looks up an invoice; only with `vendorId`."),
	],
	data: pageOf(invoiceRecordSchema),
	errors: { 400: ["VALIDATION_ERROR"] },
	demo: {
		query: { vendorId: "v-steel", invoiceNumber: "STEEL/2026/1001" },
		expected: { id: "inv-1001" },
	},
	names: {
		vendorId: "vendor",
		invoiceNumber: { kind: "invoiceNumber", with: { vendorId: "v-steel" } },
		state: null,
	},
};
