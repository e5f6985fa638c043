import { shorten } from "../shared/domain/shorten.ts";
import type { SchemaFailure } from "../shared/domain/validate.ts";
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

function toError({
	instancePath,
	keyword,
	message,
	params,
}: SchemaFailure): OrganizationFileError {
	if (keyword === "additionalProperties")
		return refused(
			instancePath,
			`${message}: ${JSON.stringify(shorten(String(params.additionalProperty)))}`,
		);
	if (keyword === "enum")
		return refused(instancePath, `${message}: ${String(params.allowedValues)}`);
	return refused(instancePath, `${message}`);
}
