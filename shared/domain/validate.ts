import { type ApiError, validationFailed } from "./api-error.ts";
import { shorten } from "./shorten.ts";

/** A compiled JSON Schema: tells whether a value has the schema's type, and, if not, where it first fails. */
export interface Validate<T> {
	(value: unknown): value is T;
	errors?: SchemaFailure[] | null;
}

export interface SchemaFailure {
	/** JSON pointer of the value that failed; empty for the whole. */
	instancePath: string;
	keyword: string;
	message?: string;
	params: Record<string, unknown>;
}

/** Spec 7.1: the first failure, in the schema's words. */
export function schemaFailed(failure: SchemaFailure): ApiError {
	const { instancePath, keyword, message, params } = failure;
	const unexpected =
		keyword === "additionalProperties"
			? `: '${shorten(String(params.additionalProperty))}'`
			: "";
	return validationFailed(instancePath, `${message}${unexpected}`);
}
