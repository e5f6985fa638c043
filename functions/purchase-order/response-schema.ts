import {
	answeredStateSchema,
	warningProperties,
} from "../../shared/purchase-orders/response-schema.ts";
import { record, text } from "../../shared/schemas/record-schema.ts";

/** Spec 2.7 */
export const dataSchema = record(
	{ poId: text, state: answeredStateSchema },
	warningProperties,
);
