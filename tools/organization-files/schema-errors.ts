import { type SchemaFailure, toReason } from "../../shared/errors/validate.ts";
import { emailRule } from "../../shared/text/email.ts";
import { gstinRule } from "../../shared/text/gstin.ts";
import { shorten } from "../../shared/text/shorten.ts";
import {
	type OrganizationFileError,
	refused,
} from "./organization-file-error.ts";

/** One error for each missing or unknown property, and one for each value that is not valid. */
export function toSchemaErrors(
	failures: readonly SchemaFailure[],
): OrganizationFileError[] {
	const firstOfEach = new Map<string, SchemaFailure>();
	for (const failure of failures) {
		const { instancePath, keyword, params } = failure;
		const isOfProperty = propertyKeywords.has(keyword);
		const place = `${instancePath}\n${isOfProperty ? JSON.stringify(params) : ""}`;
		if (!firstOfEach.has(place)) firstOfEach.set(place, failure);
	}
	return [...firstOfEach.values()].map(toError);
}

/** A value may fail several of these. */
const propertyKeywords = new Set([
	"additionalProperties",
	"dependencies",
	"required",
]);

function toError(failure: SchemaFailure): OrganizationFileError {
	const { instancePath, keyword, message, params } = failure;
	switch (keyword) {
		case "additionalProperties":
			return refused(
				instancePath,
				`${message}: ${JSON.stringify(shorten(String(params.additionalProperty)))}`,
			);
		case "pattern":
			return refused(instancePath, patternRule(instancePath));
		default:
			return refused(instancePath, toReason(failure));
	}
}

const keyRule =
	"must be printable ASCII without spaces at its ends: no header carries another key";

/** The rule behind the pattern of a property. */
function patternRule(pointer: string): string {
	if (pointer.endsWith("/gstin")) return gstinRule;
	if (pointer.endsWith("/email")) return emailRule;
	if (pointer.endsWith("/key")) return keyRule;
	return "must be 1 to 64 characters of a to z, 0 to 9 and -";
}
