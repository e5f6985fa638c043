import {
	instant,
	orNull,
	record,
	text,
	who,
} from "../schemas/record-schema.ts";

/** `toVendorRecord` (records R4) */
export const vendorRecordSchema = record({
	vendorId: text,
	name: text,
	gstin: orNull(text),
	email: orNull(text),
	createdAt: instant,
	createdBy: orNull(who),
});
