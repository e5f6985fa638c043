import {
	answeredStateSchema,
	warningProperties,
} from "../../shared/purchase-orders/response-schema.ts";
import { record, text, version } from "../../shared/schemas/record-schema.ts";

/** R2, "PATCH" */
export const dataSchema = record(
	{ poId: text, state: answeredStateSchema, version },
	warningProperties,
);
