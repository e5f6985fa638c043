import { validationFailed } from "../../shared/errors/api-error.ts";
import type { SchemaFailure } from "../../shared/errors/validate.ts";
import { memberPointer } from "../../shared/json/json-pointer.ts";
import { toBodyError } from "../../shared/vendors/errors.ts";

/** The error for a patch that the schema rejects. */
export const toPatchError = (failure: SchemaFailure) =>
	failure.keyword === "additionalProperties"
		? validationFailed(
				memberPointer("", String(failure.params.additionalProperty)),
				"cannot be changed: only name, gstin and email can",
			)
		: toBodyError(failure);
