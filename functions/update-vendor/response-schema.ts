import { record, text, version } from "../../shared/schemas/record-schema.ts";

/** R4 */
export const dataSchema = record({ vendorId: text, version });
