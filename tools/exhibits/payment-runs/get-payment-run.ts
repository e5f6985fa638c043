import { getPaymentRun as endpoint } from "../../../shared/endpoints/endpoints.ts";
import { paymentRunRecordSchema } from "../../../shared/payment-runs/payment-run-record-schema.ts";
import type { Exhibit } from "../exhibit.ts";
import { createFirst, createRun } from "./new-run.ts";

export const getPaymentRun: Exhibit = {
	endpoint,
	tag: "Payment runs",
	summary: "Get a payment run",
	description:
		"After the release, `GET /v1.0/payment/mark-as-paid/{bulkActionSlug}` with the same id has the results.",
	data: paymentRunRecordSchema,
	etag: true,
	errors: { 404: ["RUN_NOT_FOUND"] },
	demo: {
		prepare: createRun,
		note: createFirst,
		expected: { state: "DRAFT", total: 2 },
	},
	names: { runId: "paymentRun" },
};
