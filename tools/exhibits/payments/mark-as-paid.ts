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
	description: `Up to ${resourcesSyncMax} resources are attempted at once, each on its own, and each gets a result. More are accepted as one batch (\`PENDING\`), of which one may run for an organization at a time; \`GET /v1.0/payment/mark-as-paid/{bulkActionSlug}\` tells how far it is.`,
	repeated: `under its key is a 409 for ${windowSeconds / 60} minutes, and pays again later, as it does at once under another key. \`GET /v1.0/attempt/mark-as-paid\` tells what the first one recorded.`,
	failed:
		"`GET /v1.0/attempt/mark-as-paid` tells what was recorded: ask before sending anything again.",
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
