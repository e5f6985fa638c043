import { emailMaxLength, emailPattern } from "../../shared/text/email.ts";

/** This limit leaves room in the record's item for later additions, above all an invoice's payments. */
const textMaxLength = 4_000;

export const id = {
	type: "string",
	minLength: 1,
	maxLength: textMaxLength,
} as const;
export const text = { type: "string", maxLength: textMaxLength } as const;
/** A display name; no record is looked up by it. */
export const label = { ...text, default: "" } as const;
export const email = {
	type: "string",
	minLength: 3,
	maxLength: emailMaxLength,
	pattern: emailPattern,
} as const;
export const integer = { type: "integer" } as const;
export const notNegative = { type: "number", minimum: 0 } as const;
export const currency = { type: "string", minLength: 1, maxLength: 8 } as const;
export const date = { type: "string", format: "date" } as const;
export const instant = { type: "string", format: "date-time" } as const;
export const flag = { type: "boolean" } as const;
export const ids = { type: "array", items: id } as const;
