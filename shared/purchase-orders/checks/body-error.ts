import type { ApiError } from "../../errors/api-error.ts";
import { type SchemaFailure, schemaFailed } from "../../errors/validate.ts";
import { memberPointer } from "../../json/json-pointer.ts";
import {
	invalidCurrency,
	invalidDate,
	invalidExpectedDeliveryDate,
	invalidGstin,
	invalidMatchingType,
	invalidProcurementType,
	invalidState,
	missingRequiredField,
} from "../errors.ts";
import { schema } from "../schema.ts";

/** The error for a body that the schema rejects: missing properties come before invalid ones (`purchase-orders.md`). */
export function toBodyError(failure: SchemaFailure, body: object): Error {
	const missing = findMissingField(schema, body);
	if (missing !== null) return missingRequiredField(missing);
	const refuse = wrongValues.get(failure.instancePath);
	return refuse ? refuse() : schemaFailed(failure);
}

/** The properties whose invalid values, wrong types included, have a code of their own. */
const wrongValues: ReadonlyMap<string, () => ApiError> = new Map([
	["/poType", invalidProcurementType],
	["/matchingType", invalidMatchingType],
	["/poDate", invalidDate],
	["/gstin", invalidGstin],
	["/currency", invalidCurrency],
	["/deliveryDate", invalidExpectedDeliveryDate],
	["/state", invalidState],
]);

/** The parts of a JSON Schema that make properties required. */
interface RequiringSchema {
	type?: string;
	required?: readonly string[];
	properties?: Readonly<Record<string, RequiringSchema>>;
	items?: RequiringSchema;
}

/**
 * The JSON pointer of the first missing required property, at any depth; null when none is missing. An object's own
 * properties come before those of its members, in the schema's order.
 */
function findMissingField(
	schema: RequiringSchema,
	value: unknown,
	pointer = "",
): string | null {
	if (Array.isArray(value)) {
		return firstFound(value.entries(), ([index, item]) =>
			findMissingField(schema.items ?? {}, item, memberPointer(pointer, index)),
		);
	}
	if (typeof value !== "object" || value === null) return null;
	const members = new Map(Object.entries(value));
	const { required = [], properties = {} } = schema;
	const missing = required.find((name) => !members.has(name));
	if (missing !== undefined) return memberPointer(pointer, missing);
	return firstFound(Object.entries(properties), ([name, member]) =>
		findMissingField(member, members.get(name), memberPointer(pointer, name)),
	);
}

function firstFound<T>(
	candidates: Iterable<T>,
	find: (candidate: T) => string | null,
): string | null {
	for (const candidate of candidates) {
		const found = find(candidate);
		if (found !== null) return found;
	}
	return null;
}
