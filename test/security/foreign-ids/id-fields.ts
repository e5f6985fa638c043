import type { IdField } from "./id-field.ts";
import { orderFields } from "./order-fields.ts";
import { readFields } from "./read-fields.ts";
import { writeFields } from "./write-fields.ts";

/** Every place of every request that may name a record. */
export const idFields: readonly IdField[] = [
	...readFields,
	...orderFields,
	...writeFields,
];
