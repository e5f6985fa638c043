/**
 * What every error code means and what its caller does, by status. An operation may declare only codes that are here,
 * and `docs/errors.md` lists each code that an operation declares.
 */
export const errorTexts = {
	400: {
		IDEMPOTENCY_KEY_REQUIRED: "Send `x-idempotency-key`",
		VALIDATION_ERROR:
			"The request is not valid, or an advance does not fit the records: see the message",
		MISSING_REQUIRED_FIELD:
			"A purchase order or an advance lacks what the message names",
		INVALID_PROCUREMENT_TYPE: "`poType` is not `GOODS` or `SERVICES`",
		INVALID_MATCHING_TYPE: "`matchingType` is not `TWO_WAY` or `THREE_WAY`",
		INVALID_DATE: "`poDate` is not a calendar date `YYYY-MM-DD`",
		INVALID_EXPECTED_DELIVERY_DATE:
			"`deliveryDate` is not a calendar date `YYYY-MM-DD`",
		SKU_REQUIRED: "A `THREE_WAY` line has neither `skuCode` nor `skuName`",
		SKU_NOT_FOUND: "A `THREE_WAY` line names an unknown SKU: create it",
		INVALID_CURRENCY: "`currency` of a purchase order is not `INR`",
		INVALID_GSTIN:
			"`gstin` is not state code, PAN, entity number, Z and checksum",
		INVALID_STATE: "`state` of a purchase order is not `DRAFTED` or `ACTIVE`",
		INTERNAL_ERROR:
			"`taxId` is unknown, or `taxAmount` is not the computed tax (leave it out)",
	},
	401: {
		MISSING_CREDENTIALS: "Send `Authorization: Api-Key <API_KEY>`",
		INVALID_API_KEY:
			"The key is unknown, revoked or expired. Ask the operator. A session of the console has ended: sign in again",
	},
	403: {
		INSUFFICIENT_PERMISSIONS:
			"The key lacks the permission, or its user is inactive. Ask the operator",
		ACCESS_DENIED:
			"The organization is suspended, has no vendor advances, or the user may not do this: see the message",
		REAUTHENTICATION_REQUIRED:
			"Only for a session of the console: the person signed in more than 15 minutes ago. Sign in again, then send the same",
	},
	404: {
		VENDOR_NOT_FOUND: "No vendor has the id",
		PURCHASE_ORDER_NOT_FOUND: "No purchase order has the id",
		INVOICE_NOT_FOUND: "No invoice has the id",
		PAYMENT_NOT_FOUND: "The invoice has no payment of the id",
		PAYMENT_REQUEST_NOT_FOUND: "No payment request has the id",
		TAG_NOT_FOUND: "No tag has the id",
		ORGANIZATION_NOT_FOUND:
			"The organization was just removed. Ask the operator",
		BATCH_NOT_FOUND: "No batch has the slug, or its retention is over",
		RUN_NOT_FOUND: "No payment run has the id, or it has expired",
		EVENT_FEED_OFF: "The stage has no event feed. Ask the operator",
		ATTEMPT_NOT_FOUND:
			"No request with the key has arrived, or its retention is over. If it is not over, send the request under the same key within the resend time, then ask again",
	},
	409: {
		VENDOR_EXISTS: "Another vendor has the `vendorId`",
		PURCHASE_ORDER_EXISTS:
			"The order that `error.poId` names has the `externalId`, and another request created it: change that order, or choose another `externalId`",
		INVALID_STATE_TRANSITION:
			"The record does not allow the change now: see the message",
		ALREADY_DECIDED:
			"The user has decided this approval otherwise, which is final",
		RUN_EXISTS:
			"A payment run of the same list exists, which `error.runId` names. Use it, or discard it; if the same is to be paid again, send the list with `repeatOf`",
		MAP_BATCH_IN_PROGRESS:
			"Another batch of the organization is running. Wait until it is `DONE` (the web application's is not listed: pause). If it may be yours, send only what it did not pay. Use a new key",
	},
	410: {
		CURSOR_EXPIRED:
			"Events behind the cursor are no longer kept. Read the records again, then go on without a cursor",
	},
	412: {
		VERSION_MISMATCH: "The record has changed since it was read: read it again",
	},
	429: {
		TOO_MANY_REQUESTS:
			"The key sends more than the stage allows. Nothing was processed. Wait for the seconds of `Retry-After`, then send the same again",
	},
	500: {
		INTERNAL_ERROR:
			"A failure of the service. Report the `x-request-id` if it lasts",
		PROCUREMENT_CREATION_FAILED:
			"The order was not written, or this is not known. With an `externalId`, send the same again; without one, see `GET /v1.0/procurement/purchase-order?poNumber=…`",
	},
} as const satisfies Record<number, Record<string, string>>;

/** The ids that an error has in addition to its code and message. */
export const errorIds: Readonly<Record<string, readonly string[]>> = {
	RUN_EXISTS: ["runId"],
	PURCHASE_ORDER_EXISTS: ["poId"],
};

/** Errors that only the page to which mails lead answers. It is not an endpoint of the API (A9). */
export const approvalPageErrors = {
	404: {
		APPROVAL_LINK_INVALID:
			"The link is wrong, expired or revoked. Open the latest mail, or have an `ADMIN` ask again",
		NOT_FOUND: "The page has no such file",
	},
	503: {
		SERVICE_UNAVAILABLE:
			"The link cannot be verified now; nothing was changed. Try again in a minute",
	},
} as const satisfies Record<number, Record<string, string>>;

/** Errors that only the routes of signing in to the console answer (console W1). The first two are pages. */
export const signInErrors = {
	400: {
		SIGN_IN_EXPIRED:
			"The sign-in was begun in another browser, was finished already, or took more than 10 minutes. Sign in again",
	},
	403: {
		SIGN_IN_REFUSED:
			"The issuer, or a check of its answer, refuses the person: the page says why, and the log line has the reason",
	},
	503: {
		SERVICE_UNAVAILABLE: "The issuer cannot be reached. Try again in a minute",
	},
} as const satisfies Record<number, Record<string, string>>;

/** Error codes by status, as an operation declares them. */
export type DeclaredErrors = {
	readonly [Status in keyof typeof errorTexts]?: readonly (keyof (typeof errorTexts)[Status])[];
};

/** Errors that every operation can answer (`commonResponses`, `errorResponses`). */
export const commonErrors = {
	401: ["MISSING_CREDENTIALS", "INVALID_API_KEY"],
	403: ["INSUFFICIENT_PERMISSIONS", "ACCESS_DENIED"],
	429: ["TOO_MANY_REQUESTS"],
	500: ["INTERNAL_ERROR"],
} as const satisfies DeclaredErrors;
