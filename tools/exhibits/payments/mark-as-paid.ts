import {
	dataSchema,
	resultsSchema,
} from "../../../functions/mark-as-paid/response-schema.ts";
import { schema } from "../../../functions/mark-as-paid/schema.ts";
import { windowSeconds } from "../../../shared/attempts/attempt.ts";
import { resourcesSyncMax } from "../../../shared/batches/payment-batch.ts";
import { markAsPaid as endpoint } from "../../../shared/endpoints/endpoints.ts";
import { unpaidReasons } from "../../../shared/payments/payment-result-schema.ts";
import { oneOfValues, record } from "../../../shared/schemas/record-schema.ts";
import type { Exhibit } from "../exhibit.ts";

export const markAsPaid: Exhibit = {
	endpoint,
	tag: "Payments",
	summary: "Record payments against invoices",
	description: `Up to ${resourcesSyncMax} resources are paid at once, each on its own, and each gets a result. More resources are accepted as a batch (\`PENDING\`). An organization has one running batch at a time, and \`GET /v1.0/payment/mark-as-paid/{bulkActionSlug}\` shows its progress.`,
	repeated: `under the same key is answered 409 for ${windowSeconds / 60} minutes, and pays again later. Under another key, it pays again at once. \`GET /v1.0/attempt/mark-as-paid\` returns what the first request recorded.`,
	failed:
		"`GET /v1.0/attempt/mark-as-paid` returns what was recorded. Ask before you send anything again.",
	body: schema,
	data: dataSchema,
	others: {
		422: {
			description:
				"Every resource ended in `ERROR` or `SKIPPED`: nothing was recorded. `message` is the reason of the first one.",
			schema: record({
				ok: { const: false },
				message: oneOfValues(unpaidReasons),
				data: resultsSchema,
			}),
		},
	},
	errors: {
		400: ["IDEMPOTENCY_KEY_REQUIRED", "VALIDATION_ERROR"],
		409: ["MAP_BATCH_IN_PROGRESS"],
	},
	demo: {
		body: {
			resourceType: "INVOICE",
			resources: [{ slug: "inv-1001", amount: 1 }],
		},
		expected: { status: "DONE" },
	},
	names: {
		"resources.slug": "invoice",
		"resources.utr": null,
		"resources.narration": null,
	},
};
