import { ApiError, validationFailed } from "../errors/api-error.ts";
import { type SchemaFailure, schemaFailed } from "../errors/validate.ts";
import { emailRule } from "../text/email.ts";
import { gstinRule } from "../text/gstin.ts";

/** The error for a body that the schema rejects. The message gives the rule behind a pattern, not the pattern. */
export function toBodyError(failure: SchemaFailure): ApiError {
	const { instancePath, keyword } = failure;
	const rule = keyword === "pattern" ? patternRules[instancePath] : undefined;
	return rule ? validationFailed(instancePath, rule) : schemaFailed(failure);
}

const patternRules: Record<string, string> = {
	"/gstin": gstinRule,
	"/email": emailRule,
};

export const vendorNotFound = () =>
	new ApiError(
		404,
		"VENDOR_NOT_FOUND",
		"Vendor not found: GET /v1.0/vendor lists the vendors",
	);
