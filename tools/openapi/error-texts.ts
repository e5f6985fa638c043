const lookUp = (route: string) => `see \`GET ${route}\``;

/**
 * What every error code means and its caller does, by status. An operation may only declare what is here, and
 * `docs/errors.md` has each that one declares.
 */
export const errorTexts = {
	400: {
		IDEMPOTENCY_KEY_REQUIRED: "Send `x-idempotency-key`",
		VALIDATION_ERROR:
			"The request is not valid, or an advance does not fit the records. Correct what the message names",
		MISSING_REQUIRED_FIELD:
			"A purchase order, or an advance by the submission policy, lacks what the message names",
		INVALID_PROCUREMENT_TYPE: "`poType` is not `GOODS` or `SERVICES`",
		INVALID_MATCHING_TYPE: "`matchingType` is not `TWO_WAY` or `THREE_WAY`",
		INVALID_DATE: "`poDate` is not a calendar date `YYYY-MM-DD`",
		INVALID_EXPECTED_DELIVERY_DATE:
			"`deliveryDate` is not a calendar date `YYYY-MM-DD`",
		SKU_REQUIRED: "A `THREE_WAY` line has neither `skuCode` nor `skuName`",
		SKU_NOT_FOUND: `A \`THREE_WAY\` line names an unknown SKU: ${lookUp("/v1.0/inventory/skus")}, or create it`,
		INVALID_CURRENCY: "`currency` of a purchase order is not `INR`",
		INVALID_GSTIN:
			"`gstin` is not state code, PAN, entity number, Z and checksum (15 characters)",
		INVALID_STATE: "`state` of a purchase order is not `DRAFTED` or `ACTIVE`",
		INTERNAL_ERROR: `\`taxId\` is unknown (${lookUp("/v1.0/tax/gst")}), or \`taxAmount\` is not the computed tax: leave it out`,
	},
	401: {
		MISSING_CREDENTIALS: "Send `Authorization: Api-Key <API_KEY>`",
		INVALID_API_KEY:
			"The key is unknown, revoked or expired. Ask the operator for a key",
	},
	403: {
		INSUFFICIENT_PERMISSIONS:
			"The key lacks the permission (the operator grants it: `key grant`), or its user is inactive",
		ACCESS_DENIED:
			"The organization is suspended, has no vendor advances, or the user may not do this: the message says who may",
	},
	404: {
		VENDOR_NOT_FOUND: `No vendor has the id: ${lookUp("/v1.0/vendor")}`,
		PURCHASE_ORDER_NOT_FOUND: `No purchase order has the id: ${lookUp("/v1.0/procurement/purchase-order")}`,
		INVOICE_NOT_FOUND: `No invoice has the id: ${lookUp("/v1.0/invoice")}`,
		PAYMENT_NOT_FOUND: `The invoice has no payment of the id: ${lookUp("/v1.0/invoice/{id}/payments")}`,
		PAYMENT_REQUEST_NOT_FOUND: `No payment request has the id: ${lookUp("/v1.0/payment/request")}`,
		TAG_NOT_FOUND: `No tag has the id: ${lookUp("/v1.0/tag")}`,
		ORGANIZATION_NOT_FOUND:
			"The organization was just removed. Ask the operator",
		BATCH_NOT_FOUND: `No batch has the slug, or its retention is over: ${lookUp("/v1.0/payment/mark-as-paid")}`,
		ATTEMPT_NOT_FOUND:
			"No request with the key has arrived, or its retention is over. Unless the retention may be over, send the request under the same key within the resend time, then ask again",
	},
	409: {
		VENDOR_EXISTS: "Another vendor has the `vendorId`. Choose another id",
		INVALID_STATE_TRANSITION:
			"The record does not allow the change now: read it and the message",
		ALREADY_DECIDED:
			"The user has decided this approval otherwise. A decision cannot be changed",
		MAP_BATCH_IN_PROGRESS:
			"Another batch of the organization is running. Wait until it is `DONE`. If it may be yours, send only what it did not pay, under a new key",
	},
	412: {
		VERSION_MISMATCH:
			"The record has changed since it was read. Read it, and decide anew",
	},
	500: {
		INTERNAL_ERROR:
			"A failure of the service. Report the `x-request-id` if it lasts",
		PROCUREMENT_CREATION_FAILED: `The order was not written, or it is not known whether it was: ${lookUp("/v1.0/procurement/purchase-order?poNumber=…")}`,
	},
} as const satisfies Record<number, Record<string, string>>;

/** What only the page to which mails lead answers: it is no endpoint of the API (approvals A9). */
export const approvalPageErrors = {
	404: {
		APPROVAL_LINK_INVALID:
			"The link is wrong, expired or revoked. Open the latest mail, or have an `ADMIN` ask again",
		NOT_FOUND: "The page has no such file. Open the link of the mail",
	},
	503: {
		SERVICE_UNAVAILABLE:
			"The link cannot be verified now; nothing was changed. Try again in a minute",
	},
} as const satisfies Record<number, Record<string, string>>;

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
