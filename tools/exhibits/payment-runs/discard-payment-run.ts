import { discardPaymentRun as endpoint } from "../../../shared/endpoints/endpoints.ts";
import { paymentRunRecordSchema } from "../../../shared/payment-runs/payment-run-record-schema.ts";
import type { Exhibit } from "../exhibit.ts";
import { createFirst, createRun } from "./new-run.ts";

export const discardPaymentRun: Exhibit = {
	endpoint,
	tag: "Payment runs",
	summary: "Discard a payment run",
	description:
		"A discarded draft can never be released, and its list can be created again. A run that was released is stopped like any batch.",
	repeated:
		"changes nothing: a run that is discarded already is returned as it is.",
	failed:
		"It is uncertain whether the run was discarded. Send the request again: a run is discarded once.",
	data: paymentRunRecordSchema,
	errors: { 404: ["RUN_NOT_FOUND"], 409: ["INVALID_STATE_TRANSITION"] },
	demo: {
		prepare: createRun,
		note: createFirst,
		expected: { state: "DISCARDED", total: 2 },
	},
	names: { runId: "paymentRun" },
};
