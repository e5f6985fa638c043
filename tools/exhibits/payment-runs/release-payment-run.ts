import { releasePaymentRun as endpoint } from "../../../shared/endpoints/endpoints.ts";
import { paymentRunRecordSchema } from "../../../shared/payment-runs/payment-run-record-schema.ts";
import type { Exhibit } from "../exhibit.ts";
import { endBatches } from "../payments/run-batch.ts";
import { createFirst, createRun } from "./new-run.ts";

export const releasePaymentRun: Exhibit = {
	endpoint,
	tag: "Payment runs",
	summary: "Release a payment run",
	description:
		"Starts the batch of a draft. The `bulkActionSlug` of the batch is the `runId`; its payments carry the user and the API key of the release. A run with problems can be released: every payment is decided on its own, as in any batch. If the organization requires a second person for the amount, the user who created the run is answered 403 `ACCESS_DENIED`. While another batch of the organization runs, the run stays a draft.",
	repeated:
		"changes nothing: a run that is released already is returned as it is.",
	failed:
		"It is uncertain whether the run was released. Send the request again: a run is released once.",
	data: paymentRunRecordSchema,
	errors: {
		403: ["REAUTHENTICATION_REQUIRED"],
		404: ["RUN_NOT_FOUND"],
		409: ["INVALID_STATE_TRANSITION", "MAP_BATCH_IN_PROGRESS"],
	},
	demo: {
		async prepare(service) {
			await endBatches(service);
			return createRun(service);
		},
		note: `${createFirst} One batch of an organization can run at a time.`,
		expected: { state: "RELEASED", total: 2 },
	},
	names: { runId: "paymentRun" },
};
