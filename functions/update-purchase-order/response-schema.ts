import {
	answeredStateSchema,
	warningProperties,
} from "../../shared/domain/purchase-order/response-schema.ts";
import {
	record,
	text,
	version,
} from "../../shared/domain/records/record-schema.ts";

/** Records R2, "PATCH" */
export const dataSchema = record(
	{ poId: text, state: answeredStateSchema, version },
	warningProperties,
);
