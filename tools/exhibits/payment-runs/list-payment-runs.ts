import { listPaymentRuns as endpoint } from "../../../shared/endpoints/endpoints.ts";
import { runStates } from "../../../shared/payment-runs/payment-run.ts";
import { paymentRunRecordSchema } from "../../../shared/payment-runs/payment-run-record-schema.ts";
import { oneOfValues } from "../../../shared/schemas/record-schema.ts";
import type { Exhibit } from "../exhibit.ts";
import { pageOf } from "../page-schema.ts";
import { filter, pageParameters } from "../parameters.ts";
import { createRun } from "./new-run.ts";

export const listPaymentRuns: Exhibit = {
	endpoint,
	tag: "Payment runs",
	summary: "List payment runs, newest first",
	description:
		"Drafts and discarded runs are kept for 30 days after their creation, released ones for 90 days after their release.",
	query: [
		filter("state", "Only runs in this state.", oneOfValues(runStates)),
		...pageParameters(),
	],
	data: pageOf(paymentRunRecordSchema),
	errors: { 400: ["VALIDATION_ERROR"] },
	demo: {
		async prepare(service) {
			await createRun(service);
			return {};
		},
		query: { state: "DRAFT" },
		expected: { state: "DRAFT", total: 2 },
	},
};
