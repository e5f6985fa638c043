import { checkPaymentRun as endpoint } from "../../../shared/endpoints/endpoints.ts";
import { checkItemSchema } from "../../../shared/payment-runs/check-result-schema.ts";
import type { Exhibit } from "../exhibit.ts";
import { pageOf } from "../page-schema.ts";
import { pageParameters } from "../parameters.ts";
import { createFirst, createRun } from "./new-run.ts";

export const checkPaymentRun: Exhibit = {
	endpoint,
	tag: "Payment runs",
	summary: "Check a payment run against the invoices as they are now",
	description:
		"Says for each payment what the batch would answer now, and warns of what looks like a mistake. It changes nothing. A page consists of whole chunks, so it may have more items than `limit`. In a walk through all pages, every payment appears once. The items of a page are in the order of the request, but positions need not rise from page to page. After the run was released or discarded, `status`, `reason` and `due` are null and `warnings` is empty.",
	query: pageParameters(1000, 1000),
	data: pageOf(checkItemSchema),
	errors: { 400: ["VALIDATION_ERROR"], 404: ["RUN_NOT_FOUND"] },
	demo: {
		prepare: createRun,
		note: createFirst,
		expected: { position: 0, slug: "inv-1001", ref: "row 2" },
	},
	names: { runId: "paymentRun" },
};
