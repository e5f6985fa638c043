import { validationFailed } from "../../shared/errors/api-error.ts";
import type { SchemaFailure } from "../../shared/errors/validate.ts";
import { memberPointer } from "../../shared/json/json-pointer.ts";
import { toBodyError } from "../../shared/vendors/errors.ts";
import { describedVendor } from "../../shared/vendors/vendor.ts";

/** The error for a patch that the schema rejects. */
export const toPatchError = (failure: SchemaFailure) =>
	failure.keyword === "additionalProperties"
		? validationFailed(
				memberPointer("", String(failure.params.additionalProperty)),
				`cannot be changed: only ${inWords(["name", ...Object.keys(describedVendor)])} can`,
			)
		: toBodyError(failure);

const inWords = (names: readonly string[]) =>
	new Intl.ListFormat("en-GB").format(names);
