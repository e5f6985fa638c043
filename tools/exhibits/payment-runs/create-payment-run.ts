import { schema } from "../../../functions/payment-runs/create/schema.ts";
import { createPaymentRun as endpoint } from "../../../shared/endpoints/endpoints.ts";
import { paymentRunRecordSchema } from "../../../shared/payment-runs/payment-run-record-schema.ts";
import type { Exhibit } from "../exhibit.ts";
import { list } from "./new-run.ts";

const byNumber = { resources: list.resources.slice(1) };

export const createPaymentRun: Exhibit = {
	endpoint,
	tag: "Payment runs",
	summary: "Create a payment run",
	description:
		"Stores a list of payments for a later release. Nothing is paid, and the invoices need not exist yet. The payments of a run never change: to change a list, create another run, then discard the former one.",
	repeated:
		"creates no second run: while a run with the same content is a draft or released, it is answered 409 with the `runId`.",
	failed:
		"It is uncertain whether the run was created. Send the request again: if it was, the answer is a 409 with its `runId`.",
	body: schema,
	data: paymentRunRecordSchema,
	errors: { 400: ["VALIDATION_ERROR"], 409: ["RUN_EXISTS"] },
	demo: {
		prepare: async ({ newText }) => ({
			body: { ...list, repeatOf: newText() },
		}),
		body: list,
		note: "A list becomes a run only once: the second click is a 409 that names the first run.",
		expected: { state: "DRAFT", total: 2 },
	},
	names: {
		name: null,
		"resources.slug": "invoice",
		"resources.vendorId": { kind: "vendor", with: byNumber },
		"resources.invoiceNumber": { kind: "invoiceNumber", with: byNumber },
		"resources.utr": null,
		"resources.narration": null,
		"resources.ref": null,
		repeatOf: null,
	},
};
