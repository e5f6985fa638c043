import {
	type SchemaFailure,
	schemaFailed,
} from "../../shared/domain/validate.ts";
import { ApiError, validationFailed } from "../../shared/http/api-error.ts";

/** Records R4. */

/** The error for a body that the schema rejects. The message gives the rule behind a pattern, not the pattern. */
export function toBodyError(failure: SchemaFailure): ApiError {
	const { instancePath, keyword } = failure;
	const rule = keyword === "pattern" ? patternRules[instancePath] : undefined;
	return rule ? validationFailed(instancePath, rule) : schemaFailed(failure);
}

const patternRules: Record<string, string> = {
	"/gstin":
		"must be a GSTIN: state code, PAN, entity number, Z, checksum; 15 characters, upper case",
	"/email": "must have exactly one @, at neither end",
};

export const vendorExists = () =>
	new ApiError(
		409,
		"VENDOR_EXISTS",
		"Another vendor of the organization has this vendorId",
	);
