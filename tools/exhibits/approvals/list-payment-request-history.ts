import { listPaymentRequestHistory as endpoint } from "../../../shared/endpoints/endpoints.ts";
import { historyEntrySchema } from "../../../shared/payment-requests/payment-request-record-schema.ts";
import type { Exhibit } from "../exhibit.ts";
import { pageOf } from "../page-schema.ts";
import { pageParameters } from "../parameters.ts";
import { raiseAdvance } from "./raise-advance.ts";

export const listPaymentRequestHistory: Exhibit = {
	endpoint,
	tag: "Approvals",
	summary: "List the history of a payment request, newest first",
	description:
		"Lists what was done, by whom and why. A consequence, such as the opening of a stage, is listed before its cause.",
	query: pageParameters(),
	data: pageOf(historyEntrySchema),
	errors: {
		400: ["VALIDATION_ERROR"],
		404: ["PAYMENT_REQUEST_NOT_FOUND"],
	},
	demo: {
		async prepare(service) {
			return { path: { paymentRequestId: await raiseAdvance(service) } };
		},
		path: { paymentRequestId: "adv-active" },
		expected: { action: "CREATED" },
	},
	names: { paymentRequestId: "paymentRequest" },
};
