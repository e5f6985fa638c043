import { record, text } from "../../shared/records/record-schema.ts";

/** Records R4 */
export const dataSchema = record({ vendorId: text });
