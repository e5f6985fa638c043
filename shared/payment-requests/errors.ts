import {
	ApiError,
	validationError,
	validationFailed,
} from "../errors/api-error.ts";
import {
	type SchemaFailure,
	schemaFailed,
	toReason,
} from "../errors/validate.ts";
import { shorten } from "../text/shorten.ts";
import { schema } from "./raise/schema.ts";

const listedMax = 5;

// The errors of spec 7.3, in the table's order.

/** The error for a body that the schema rejects, which are the first two rows. */
export function toBodyError(failure: SchemaFailure): ApiError {
	const { instancePath, keyword } = failure;
	if (keyword !== "additionalProperties") return schemaFailed(failure);
	const allowed =
		instancePath === "" ? Object.keys(schema.properties) : ["value"];
	return validationFailed(
		instancePath,
		`${toReason(failure)}; allowed: ${allowed.join(", ")}`,
	);
}

export const unknownTax = (property: "gstId" | "tdsId", id: number) =>
	validationError(
		`${property} ${id} is not a tax of the organization: GET /v1.0/tax/${property.slice(0, 3)} lists them`,
	);

export const taxMismatch = (
	property: "gstAmount" | "tdsAmount",
	{ computed, supplied }: { computed: string; supplied: string },
) =>
	validationError(
		`${property} does not match: computed ${computed}, supplied ${supplied}`,
	);

/** R10: a TDS may not take all of the amount and its GST. */
export const netPayableNotPositive = () =>
	validationError("Advance net payable must be greater than 0");

export const inactiveCurrency = (currency: string, active: readonly string[]) =>
	validationError(
		`currency '${currency}' is not an active currency of the organization: use one of ${listSome([...new Set(active)])}`,
	);

export const invalidEntity = (orgEntity: number) =>
	validationError(
		`orgEntity ${orgEntity} is not an entity of the organization: GET /v1.0/organization/entities lists them`,
	);

// The next seven are "PO link failure messages", word for word, in the order of spec 4.3 rule 5.

export const linkedOrderNotFound = () =>
	validationError("Purchase order not found");

export const purchaseOrderOfAnotherVendor = () =>
	validationError("Purchase order does not belong to the selected vendor");

export const purchaseOrderNotApproved = () =>
	validationError("Purchase order must be approved to link an advance");

export const purchaseOrderMatched = () =>
	validationError("Purchase order is already matched");

export const purchaseOrderLinked = () =>
	validationError("Purchase order is already linked to another advance");

export const purchaseOrderPendingResubmission = () =>
	validationError(
		"Purchase order is linked to an advance pending resubmission",
	);

export const netPayableExceedsPurchaseOrder = () =>
	validationError(
		"Advance net payable cannot exceed the linked purchase order amount",
	);

/** Not in the spec's table: it compares the figures of one currency (`advances.md`). */
export const currencyOfAnotherPurchaseOrder = () =>
	validationError(
		"Advance currency must be the currency of the linked purchase order",
	);

export const noPayer = () =>
	validationError(
		"No valid payer resolved from the applicable procurement policy: the organization needs at least one",
	);

export const invalidPayers = (userIds: readonly string[]) =>
	validationError(
		`Invalid payer users in the applicable procurement policy: ${listSome(userIds)}; each must be an active user`,
	);

/** Limits the length of the message. */
function listSome(names: readonly string[]): string {
	const named = names.slice(0, listedMax).map((name) => shorten(name));
	const more = names.length - named.length;
	return named.join(", ") + (more > 0 ? ` and ${more} more` : "");
}

/** @param properties Those of the request that supply the fields. */
export const missingRequiredFields = (
	slugs: readonly string[],
	properties: readonly string[],
) =>
	new ApiError(
		400,
		"MISSING_REQUIRED_FIELD",
		// Lists all of them (spec 4.3 rule 6).
		`Missing required fields: ${slugs.map((slug) => shorten(slug)).join(", ")}; send ${properties.join(", ")}`,
	);

export const accessDenied = () =>
	new ApiError(
		403,
		"ACCESS_DENIED",
		"Vendor advances are for admins and bookkeepers of an organization that has them enabled",
	);

/** The spec's table does not have it (`advances.md`). */
export const noApprovalPolicy = () =>
	validationError(
		"No approval policy applies: the organization needs a default one, or one whose conditions the advance meets",
	);

/** A7. @param stage Counted from 1. */
export const onlyRequesters = (policy: string, stage: number) =>
	validationError(
		`Approval policy '${shorten(policy)}' has no approver besides the requester in stage ${stage}`,
	);

/** Only the tags have no size limit of their own. */
export const advanceTooLarge = () =>
	validationFailed(
		"/tags",
		"must NOT be too large for one advance to be stored: send fewer or shorter ones",
	);

export const paymentRequestNotFound = () =>
	new ApiError(
		404,
		"PAYMENT_REQUEST_NOT_FOUND",
		"Payment request not found: GET /v1.0/payment/request lists the payment requests",
	);
