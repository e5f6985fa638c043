import { shorten } from "../../shared/domain/shorten.ts";
import {
	ApiError,
	validationError,
	validationFailed,
} from "../../shared/http/api-error.ts";

const usersListedMax = 5;

/** Spec 7.3, in the table's order. The schema covers its first two rows. */

export const unknownTax = (property: "gstId" | "tdsId", id: number) =>
	validationError(`Unknown ${property}: ${id}`);

export const taxMismatch = (
	property: "gstAmount" | "tdsAmount",
	{ computed, supplied }: { computed: string; supplied: string },
) =>
	validationError(
		`${property} does not match: computed ${computed}, supplied ${supplied}`,
	);

export const inactiveCurrency = (currency: string) =>
	validationError(
		`Currency is not an active currency of the organization: ${currency}`,
	);

export const invalidEntity = (orgEntity: number) =>
	validationError(
		`orgEntity is not an entity of the organization: ${orgEntity}`,
	);

/** "PO link failure messages", word for word, in the order of spec 4.3 rule 5. */
export const purchaseOrderNotFound = () =>
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

export const noPayer = () =>
	validationError(
		"No valid payer resolved from the applicable procurement policy",
	);

export const invalidPayers = (userIds: readonly string[]) =>
	validationError(
		`Invalid payer users in the applicable procurement policy: ${listUsers(userIds)}`,
	);

/** Limits the length of the message. */
function listUsers(userIds: readonly string[]): string {
	const named = userIds.slice(0, usersListedMax).map((id) => shorten(id));
	const more = userIds.length - named.length;
	return named.join(", ") + (more > 0 ? ` and ${more} more` : "");
}

export const missingRequiredFields = (slugs: readonly string[]) =>
	new ApiError(
		400,
		"MISSING_REQUIRED_FIELD",
		// Lists all of them (spec 4.3 rule 6).
		`Missing required fields: ${slugs.map((slug) => shorten(slug)).join(", ")}`,
	);

export const vendorNotFound = () =>
	new ApiError(404, "VENDOR_NOT_FOUND", "Vendor not found");

export const accessDenied = () =>
	new ApiError(
		403,
		"ACCESS_DENIED",
		"Vendor advances are for admins and bookkeepers of an organization that has them enabled",
	);

/** Not in the spec's table (`decisions.md`, "Vendor advances"). */

export const noApprovalPolicy = () =>
	validationError("No approval policy applies");

/** Only the tags have no size limit of their own. */
export const advanceTooLarge = () =>
	validationFailed(
		"/tags",
		"must NOT be too large for one advance to be stored",
	);
