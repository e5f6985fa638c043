import { shorten } from "../text/shorten.ts";
import { type ApiError, validationFailed } from "./api-error.ts";

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

/** Spec 7.1: the error for the first failure. */
export const schemaFailed = (failure: SchemaFailure): ApiError =>
	validationFailed(failure.instancePath, toReason(failure));

/**
 * AJV's message, which begins with the spec's reason (spec 7.1), and what is right where the message does not say it.
 */
export function toReason({ keyword, message, params }: SchemaFailure): string {
	switch (keyword) {
		case "additionalProperties":
			return `${message}: '${shorten(String(params.additionalProperty))}'`;
		case "enum":
			return `${message}: ${[params.allowedValues].flat().join(", ")}`;
		case "format":
			return params.format === "date"
				? "must be a date, YYYY-MM-DD"
				: "must be an RFC 3339 instant, such as 2030-01-31T18:30:00Z";
		case "type":
			// `string,null` for a value that may be null.
			return `${message}`.replace(",", " or ");
		default:
			return `${message}`;
	}
}
