import { resourcesSyncMax } from "../../shared/batches/payment-batch.ts";

/** What an error means, and what its caller does. */
export interface ErrorText {
	means: string;
	do: string;
}

const lookUp = (what: string, route: string) =>
	`Look ${what} up with \`GET ${route}\``;

const formOfDate = "`YYYY-MM-DD`";

/**
 * Every error code, by status. An operation may only declare what is here, and `docs/errors.md` has a row for each that
 * one declares.
 */
export const errorTexts = {
	400: {
		IDEMPOTENCY_KEY_REQUIRED: {
			means: "Mark-as-paid or an attempt without `x-idempotency-key`",
			do: "Send the header",
		},
		VALIDATION_ERROR: {
			means:
				"Body, query or header is not valid, or an advance does not fit the records; the message names the place, mostly by a JSON pointer",
			do: "Correct what it names",
		},
		MISSING_REQUIRED_FIELD: {
			means:
				"A required field of a purchase order is absent, or one that the submission policy demands of an advance",
			do: "Send what the message names",
		},
		INVALID_PROCUREMENT_TYPE: {
			means: "`poType` is wrong",
			do: "`GOODS` or `SERVICES`",
		},
		INVALID_MATCHING_TYPE: {
			means: "`matchingType` is wrong",
			do: "`TWO_WAY` or `THREE_WAY`",
		},
		INVALID_DATE: { means: "`poDate` is not a calendar date", do: formOfDate },
		INVALID_EXPECTED_DELIVERY_DATE: {
			means: "`deliveryDate` is not a calendar date",
			do: formOfDate,
		},
		SKU_REQUIRED: {
			means: "A `THREE_WAY` line has neither `skuCode` nor `skuName`",
			do: "Name a SKU on each line",
		},
		SKU_NOT_FOUND: {
			means: "A `THREE_WAY` line names a SKU that does not exist",
			do: `${lookUp("SKUs", "/v1.0/inventory/skus")}, or create it`,
		},
		INVALID_CURRENCY: {
			means: "A purchase order in another currency than INR",
			do: "`INR`",
		},
		INVALID_GSTIN: {
			means: "`gstin` of a purchase order does not have the form of one",
			do: "15 characters: state code, PAN, entity number, Z, checksum",
		},
		INVALID_STATE: {
			means: "`state` of a purchase order is wrong",
			do: "`DRAFTED` or `ACTIVE`",
		},
		INTERNAL_ERROR: {
			means:
				"Purchase order: `taxId` is unknown, or `taxAmount` differs from the computed tax",
			do: `${lookUp("taxes", "/v1.0/tax/gst")}; leave \`taxAmount\` out`,
		},
	},
	401: {
		MISSING_CREDENTIALS: {
			means: "No API key was sent, or under another scheme",
			do: "Send `Authorization: Api-Key <API_KEY>`",
		},
		INVALID_API_KEY: {
			means: "The key is unknown, revoked or expired",
			do: "Use a valid key; an operator creates one",
		},
	},
	403: {
		INSUFFICIENT_PERMISSIONS: {
			means:
				"The key lacks the operation's permission, or its user is inactive (on vendor advances: `ACCESS_DENIED`)",
			do: "Have the operator grant the permission (`key grant`)",
		},
		ACCESS_DENIED: {
			means:
				"Any operation: the operator has suspended the organization. Vendor advances: the user is inactive, or neither admin nor bookkeeper, or the organization has advances switched off. Approvals: the user has no open approval there, or lacks the role `ADMIN`",
			do: "Use the key of a user who may; the message says who",
		},
	},
	404: {
		VENDOR_NOT_FOUND: {
			means: "No vendor has the id",
			do: lookUp("vendors", "/v1.0/vendor"),
		},
		PURCHASE_ORDER_NOT_FOUND: {
			means: "No purchase order has the id",
			do: lookUp("orders", "/v1.0/procurement/purchase-order"),
		},
		INVOICE_NOT_FOUND: {
			means: "No invoice has the id",
			do: lookUp("invoices", "/v1.0/invoice"),
		},
		PAYMENT_NOT_FOUND: {
			means: "The invoice has no payment of the id",
			do: lookUp("its payments", "/v1.0/invoice/{id}/payments"),
		},
		PAYMENT_REQUEST_NOT_FOUND: {
			means: "No payment request has the id",
			do: lookUp("requests", "/v1.0/payment/request"),
		},
		TAG_NOT_FOUND: {
			means: "No tag has the id",
			do: lookUp("tags", "/v1.0/tag"),
		},
		ORGANIZATION_NOT_FOUND: {
			means: "The key's organization has just been removed",
			do: "Ask the operator",
		},
		BATCH_NOT_FOUND: {
			means: "No batch has the slug, or its retention is over",
			do: lookUp("batches", "/v1.0/payment/mark-as-paid"),
		},
		ATTEMPT_NOT_FOUND: {
			means:
				"No request has claimed the key, or the attempt retention is over; it may still be on its way",
			do: "Send the request again under the same key, within its window or the resend time of this answer, then ask again",
		},
	},
	409: {
		VENDOR_EXISTS: {
			means: "Another vendor has the `vendorId`",
			do: "Choose another id, or leave it out",
		},
		INVALID_STATE_TRANSITION: {
			means:
				"The state, lock or payments of the record do not allow the change",
			do: "Read the record; the message says why",
		},
		ALREADY_DECIDED: {
			means: "The user has decided this approval otherwise",
			do: "Nothing: a decision cannot be changed",
		},
		MAP_BATCH_IN_PROGRESS: {
			means: `With more than ${resourcesSyncMax} resources: a batch of the organization is running, perhaps one of the web application`,
			do: "Wait until it is `DONE`. It may be the batch of this request, whose answer was lost: send only what it did not pay, under a new key",
		},
	},
	412: {
		VERSION_MISMATCH: {
			means: "The record was changed since it was read",
			do: "Read it again, and decide anew",
		},
	},
	500: {
		INTERNAL_ERROR: {
			means: "A failure of the service",
			do: "Report the `x-request-id` if it lasts",
		},
		PROCUREMENT_CREATION_FAILED: {
			means:
				"The purchase order could not be written, or it is not known whether it was",
			do: "Look for it with `GET /v1.0/procurement/purchase-order?poNumber=…`",
		},
	},
} as const satisfies Record<number, Record<string, ErrorText>>;

/** Error codes by status, as an operation declares them. */
export type DeclaredErrors = {
	readonly [Status in keyof typeof errorTexts]?: readonly (keyof (typeof errorTexts)[Status])[];
};

/** What every operation answers (`commonResponses`, `errorResponses`). */
export const commonErrors = {
	401: ["MISSING_CREDENTIALS", "INVALID_API_KEY"],
	403: ["INSUFFICIENT_PERMISSIONS", "ACCESS_DENIED"],
	500: ["INTERNAL_ERROR"],
} as const satisfies DeclaredErrors;
