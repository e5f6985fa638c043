import {
	answeredStateSchema,
	warningProperties,
} from "../../shared/domain/purchase-order/response-schema.ts";
import { record, text } from "../../shared/domain/records/record-schema.ts";

/** Spec 2.7 */
export const dataSchema = record(
	{ poId: text, state: answeredStateSchema },
	warningProperties,
);
