import { listPaymentRequests as endpoint } from "../../../shared/endpoints/endpoints.ts";
import { advanceStates } from "../../../shared/payment-requests/payment-request.ts";
import { listedPaymentRequestSchema } from "../../../shared/payment-requests/payment-request-record-schema.ts";
import { oneOfValues } from "../../../shared/schemas/record-schema.ts";
import type { Exhibit } from "../exhibit.ts";
import { pageOf } from "../page-schema.ts";
import { filter, pageParameters } from "../parameters.ts";

export const listPaymentRequests: Exhibit = {
	endpoint,
	tag: "Payment requests",
	summary: "List payment requests, newest first",
	description: "The list includes advances from organization files.",
	query: [
		...pageParameters(),
		filter("state", "Requests in this state.", oneOfValues(advanceStates)),
		filter("vendorId", "Requests for this vendor."),
	],
	data: pageOf(listedPaymentRequestSchema),
	errors: { 400: ["VALIDATION_ERROR"] },
	demo: {
		query: { vendorId: "v-steel" },
		expected: { paymentRequestId: "adv-active" },
	},
	names: { vendorId: "vendor" },
};
