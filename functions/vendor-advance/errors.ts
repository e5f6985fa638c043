import { shorten } from "../../shared/domain/shorten.ts";
import {
	ApiError,
	validationError,
	validationFailed,
} from "../../shared/http/api-error.ts";

const usersNamedMax = 5;

/** Spec 7.3, in the table's order. Its first two rows are the schema's. */

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
	validationError(`orgEntity is no entity of the organization: ${orgEntity}`);

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
		`Invalid payer users in the applicable procurement policy: ${nameUsers(userIds)}`,
	);

/** A message stays short, however many there are. */
function nameUsers(userIds: readonly string[]): string {
	const named = userIds.slice(0, usersNamedMax).map((id) => shorten(id));
	const more = userIds.length - named.length;
	return named.join(", ") + (more > 0 ? ` and ${more} more` : "");
}

export const missingRequiredFields = (slugs: readonly string[]) =>
	new ApiError(
		400,
		"MISSING_REQUIRED_FIELD",
		// All of them, as spec 4.3 rule 6 asks.
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

/** Of ours, beside the table (`decisions.md`, "Vendor advances"). */

export const noApprovalPolicy = () =>
	validationError("No approval policy applies");

/** Only tags have no limit of their own. */
export const advanceTooLarge = () =>
	validationFailed(
		"/tags",
		"must NOT be too large for one advance to be stored",
	);
