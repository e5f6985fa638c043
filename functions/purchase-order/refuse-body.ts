import type { SchemaFailure } from "../../shared/domain/validate.ts";
import type { ApiError } from "../../shared/http/api-error.ts";
import { refuseAsSchemaFailure } from "../../shared/http/json-body.ts";
import {
	invalidCurrency,
	invalidDate,
	invalidExpectedDeliveryDate,
	invalidGstin,
	invalidMatchingType,
	invalidProcurementType,
	invalidState,
	missingRequiredField,
} from "./errors.ts";
import { findMissingField } from "./missing-field.ts";
import { schema } from "./schema.ts";

/** The error for a body that the schema refuses: what is missing anywhere comes before what is wrong (`decisions.md`). */
export function refuseBody(failure: SchemaFailure, body: object): Error {
	const missing = findMissingField(schema, body);
	if (missing !== null) return missingRequiredField(missing);
	const refuse = wrongValues.get(failure.instancePath);
	return refuse ? refuse() : refuseAsSchemaFailure(failure);
}

/** The properties whose wrong values, of a wrong type included, have a code of their own. */
const wrongValues: ReadonlyMap<string, () => ApiError> = new Map([
	["/poType", invalidProcurementType],
	["/matchingType", invalidMatchingType],
	["/poDate", invalidDate],
	["/gstin", invalidGstin],
	["/currency", invalidCurrency],
	["/deliveryDate", invalidExpectedDeliveryDate],
	["/state", invalidState],
]);
