import { dataSchema } from "../../../functions/vendor-advance/response-schema.ts";
import { windowSeconds } from "../../../shared/attempts/attempt.ts";
import * as endpoints from "../../../shared/endpoints/endpoints.ts";
import { advanceStates } from "../../../shared/payment-requests/payment-request.ts";
import {
	listedPaymentRequestSchema,
	paymentRequestRecordSchema,
} from "../../../shared/payment-requests/payment-request-record-schema.ts";
import { schema } from "../../../shared/payment-requests/raise/schema.ts";
import { oneOfValues } from "../../../shared/schemas/record-schema.ts";
import type { Operation } from "../operation.ts";
import { pageOf } from "../page-schema.ts";
import { filter, pageParameters } from "../parameters.ts";

export const paymentRequestOperations: readonly Operation[] = [
	{
		endpoint: endpoints.createVendorAdvance,
		tag: "Payment requests",
		summary: "Raise a vendor advance",
		description:
			"Creates the advance, its approvals and the link to its purchase order together or not at all. The user of the API key must be an admin or bookkeeper, and vendor advances enabled for the organization: else 403 `ACCESS_DENIED`. `MISSING_REQUIRED_FIELD` lists what the submission policy demands.",
		repeated: `under its key is a 409 for ${windowSeconds / 60} minutes, and raises the advance again later; without a key, it raises the advance again at once. \`GET /v1.0/attempt/vendor-advance\` tells the outcome of the first.`,
		failed:
			"The advance may have been raised: with a key, `GET /v1.0/attempt/vendor-advance` tells.",
		body: schema,
		data: dataSchema,
		errors: {
			400: ["VALIDATION_ERROR", "MISSING_REQUIRED_FIELD"],
			404: ["VENDOR_NOT_FOUND"],
		},
	},
	{
		endpoint: endpoints.listPaymentRequests,
		tag: "Payment requests",
		summary: "List payment requests, newest first",
		description: "Advances from organization files are among them.",
		query: [
			...pageParameters(),
			filter("state", "Requests in this state.", oneOfValues(advanceStates)),
			filter("vendorId", "Requests for this vendor."),
		],
		data: pageOf(listedPaymentRequestSchema),
		errors: { 400: ["VALIDATION_ERROR"] },
	},
	{
		endpoint: endpoints.getPaymentRequest,
		tag: "Payment requests",
		summary: "Get a payment request",
		description:
			"With its tags, payers and the approvals of its present round.",
		pathIds: { paymentRequestId: "adv-active" },
		data: paymentRequestRecordSchema,
		etag: true,
		errors: { 404: ["PAYMENT_REQUEST_NOT_FOUND"] },
	},
];
