import { ApiError, validationFailed } from "../../shared/errors/api-error.ts";
import {
	type SchemaFailure,
	schemaFailed,
} from "../../shared/errors/validate.ts";
import { emailRule } from "../../shared/text/email.ts";
import { gstinRule } from "../../shared/text/gstin.ts";

// The errors of R4.

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

export const vendorExists = () =>
	new ApiError(
		409,
		"VENDOR_EXISTS",
		"Another vendor of the organization has this vendorId: choose another one, or leave it out",
	);
