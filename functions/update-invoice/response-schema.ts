import { invoiceStates } from "../../shared/invoices/patch-invoice.ts";
import {
	oneOfValues,
	record,
	text,
	version,
} from "../../shared/schemas/record-schema.ts";

/** R5, "PATCH" */
export const dataSchema = record({
	id: text,
	state: oneOfValues(invoiceStates),
	version,
});
