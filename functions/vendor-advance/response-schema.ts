import { record, text } from "../../shared/schemas/record-schema.ts";

/** Spec 2.8, "Created advance result" */
export const dataSchema = record({ paymentRequestId: text, policyUsed: text });
