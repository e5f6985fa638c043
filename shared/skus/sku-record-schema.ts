import {
	decimal,
	instant,
	orNull,
	record,
	text,
	who,
} from "../schemas/record-schema.ts";

/** `SkuDetails` (spec 2.2) */
export const skuDetails = {
	name: text,
	itemCode: orNull(text),
	unit: orNull(text),
	rate: orNull(decimal),
	hsnSac: orNull(text),
};

/** `toSkuRecord` (R3) */
export const skuRecordSchema = record({
	...skuDetails,
	createdAt: instant,
	createdBy: orNull(who),
});
