import { record, text } from "../../shared/schemas/record-schema.ts";

/** Records R4 */
export const dataSchema = record({ vendorId: text });
