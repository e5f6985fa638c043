import type { Schema } from "../../shared/schemas/record-schema.ts";
import type { Parameter } from "./exhibit.ts";

const notEmpty: Schema = { type: "string", minLength: 1 };

/** A filter with any text. */
export const filter = (
	name: string,
	description: string,
	schema: Schema = notEmpty,
): Parameter => ({ name, description, schema });

/** The parameters of a list (R1, "Lists"). */
export const pageParameters = (limitMax = 100, limit = 50): Parameter[] => [
	{
		name: "limit",
		description: "How many entries a page has at most.",
		schema: { type: "integer", minimum: 1, maximum: limitMax, default: limit },
	},
	{
		name: "cursor",
		description:
			"The `nextCursor` of the page before, with the same filters; opaque.",
		schema: notEmpty,
	},
];
