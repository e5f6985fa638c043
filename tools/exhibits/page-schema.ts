import {
	listOf,
	orNull,
	record,
	type Schema,
	text,
} from "../../shared/schemas/record-schema.ts";

/** The `data` of a list (R1, "Lists"). */
export const pageOf = (item: Schema): Schema =>
	record({ items: listOf(item), nextCursor: orNull(text) });
