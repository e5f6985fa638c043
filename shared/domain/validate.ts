import { type ApiError, validationFailed } from "./api-error.ts";
import { shorten } from "./shorten.ts";

/** A compiled JSON Schema: a type guard that reports the first failure in `errors`. */
export interface Validate<T> {
	(value: unknown): value is T;
	errors?: SchemaFailure[] | null;
}

export interface SchemaFailure {
	/** JSON pointer of the value that failed; empty for the whole body. */
	instancePath: string;
	keyword: string;
	message?: string;
	params: Record<string, unknown>;
}

/** Spec 7.1: the error for the first failure, with the schema's message. */
export function schemaFailed(failure: SchemaFailure): ApiError {
	const { instancePath, keyword, message, params } = failure;
	const unexpected =
		keyword === "additionalProperties"
			? `: '${shorten(String(params.additionalProperty))}'`
			: "";
	return validationFailed(instancePath, `${message}${unexpected}`);
}
