import {
	detailsSchema,
	instant,
	orNull,
	record,
	text,
	version,
	who,
} from "../schemas/record-schema.ts";
import { describedVendor } from "./vendor.ts";

/** `toVendorRecord` (R4) */
export const vendorRecordSchema = record({
	vendorId: text,
	name: text,
	...detailsSchema(describedVendor),
	version,
	createdAt: instant,
	createdBy: orNull(who),
	updatedAt: instant,
	updatedBy: orNull(who),
});
