import {
	detailsSchema,
	instant,
	orNull,
	record,
	text,
	who,
} from "../schemas/record-schema.ts";
import { describedVendor } from "./vendor.ts";

/** `toVendorRecord` (R4) */
export const vendorRecordSchema = record({
	vendorId: text,
	name: text,
	...detailsSchema(describedVendor),
	createdAt: instant,
	createdBy: orNull(who),
});
