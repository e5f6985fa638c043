/** What an error means, and what its caller does. */
export interface ErrorText {
	means: string;
	do: string;
}

const lookUp = (route: string) => `See \`GET ${route}\``;

const formOfDate = "`YYYY-MM-DD`";

/**
 * Every error code, by status. An operation may only declare what is here, and `docs/errors.md` has a row for each that
 * one declares.
 */
export const errorTexts = {
	400: {
		IDEMPOTENCY_KEY_REQUIRED: {
			means: "`x-idempotency-key` is missing",
			do: "Send the header",
		},
		VALIDATION_ERROR: {
			means: "The request is not valid, or an advance does not fit the records",
			do: "Correct what the message names",
		},
		MISSING_REQUIRED_FIELD: {
			means:
				"A field of a purchase order is missing, or one that the submission policy demands of an advance",
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
			means: "A `THREE_WAY` line names no SKU",
			do: "Send `skuCode` or `skuName`",
		},
		SKU_NOT_FOUND: {
			means: "A `THREE_WAY` line names an unknown SKU",
			do: `${lookUp("/v1.0/inventory/skus")}, or create the SKU`,
		},
		INVALID_CURRENCY: {
			means: "`currency` of a purchase order is not INR",
			do: "`INR`",
		},
		INVALID_GSTIN: {
			means: "`gstin` has a wrong form",
			do: "15 characters: state code, PAN, entity number, Z, checksum",
		},
		INVALID_STATE: {
			means: "`state` of a purchase order is wrong",
			do: "`DRAFTED` or `ACTIVE`",
		},
		INTERNAL_ERROR: {
			means: "`taxId` is unknown, or `taxAmount` is not the computed tax",
			do: `${lookUp("/v1.0/tax/gst")}; leave \`taxAmount\` out`,
		},
	},
	401: {
		MISSING_CREDENTIALS: {
			means: "No API key was sent",
			do: "Send `Authorization: Api-Key <API_KEY>`",
		},
		INVALID_API_KEY: {
			means: "The key is unknown, revoked or expired",
			do: "Ask the operator for a key",
		},
	},
	403: {
		INSUFFICIENT_PERMISSIONS: {
			means: "The key lacks the permission, or its user is inactive",
			do: "Ask the operator to grant it (`key grant`)",
		},
		ACCESS_DENIED: {
			means:
				"The organization is suspended, has no vendor advances, or the user may not do this",
			do: "Read the message: it says who may",
		},
	},
	404: {
		VENDOR_NOT_FOUND: {
			means: "No vendor has the id",
			do: lookUp("/v1.0/vendor"),
		},
		PURCHASE_ORDER_NOT_FOUND: {
			means: "No purchase order has the id",
			do: lookUp("/v1.0/procurement/purchase-order"),
		},
		INVOICE_NOT_FOUND: {
			means: "No invoice has the id",
			do: lookUp("/v1.0/invoice"),
		},
		PAYMENT_NOT_FOUND: {
			means: "The invoice has no payment of the id",
			do: lookUp("/v1.0/invoice/{id}/payments"),
		},
		PAYMENT_REQUEST_NOT_FOUND: {
			means: "No payment request has the id",
			do: lookUp("/v1.0/payment/request"),
		},
		TAG_NOT_FOUND: {
			means: "No tag has the id",
			do: lookUp("/v1.0/tag"),
		},
		ORGANIZATION_NOT_FOUND: {
			means: "The organization has just been removed",
			do: "Ask the operator",
		},
		BATCH_NOT_FOUND: {
			means: "No batch has the slug, or its retention is over",
			do: lookUp("/v1.0/payment/mark-as-paid"),
		},
		ATTEMPT_NOT_FOUND: {
			means: "No request with the key has arrived, or its retention is over",
			do: "Unless the retention may be over, send the request under the same key within the resend time, then ask again",
		},
	},
	409: {
		VENDOR_EXISTS: {
			means: "Another vendor has the `vendorId`",
			do: "Choose another id",
		},
		INVALID_STATE_TRANSITION: {
			means: "The record does not allow the change now",
			do: "Read the message and the record",
		},
		ALREADY_DECIDED: {
			means: "The user has decided this approval otherwise",
			do: "Nothing: a decision cannot be changed",
		},
		MAP_BATCH_IN_PROGRESS: {
			means: "Another batch of the organization is running",
			do: "Wait until it is `DONE`. If it may be your own, send only what it did not pay, under a new key",
		},
	},
	412: {
		VERSION_MISMATCH: {
			means: "The record has changed since it was read",
			do: "Read it, and decide anew",
		},
	},
	500: {
		INTERNAL_ERROR: {
			means: "A failure of the service",
			do: "Report the `x-request-id` if it lasts",
		},
		PROCUREMENT_CREATION_FAILED: {
			means: "The order was not written, or it is not known whether it was",
			do: "See `GET /v1.0/procurement/purchase-order?poNumber=…`",
		},
	},
} as const satisfies Record<number, Record<string, ErrorText>>;

/** What only the page to which mails lead answers: it is no endpoint of the API (approvals A9). */
export const approvalPageErrors = {
	404: {
		APPROVAL_LINK_INVALID: {
			means: "The link is wrong, expired or revoked",
			do: "Open the latest mail, or have an `ADMIN` ask again",
		},
		NOT_FOUND: {
			means: "The page has no such file",
			do: "Open the link of the mail",
		},
	},
	503: {
		SERVICE_UNAVAILABLE: {
			means: "The link cannot be verified now; nothing was changed",
			do: "Try again in a minute",
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
