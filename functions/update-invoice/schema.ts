import { describedInvoice } from "../../shared/invoices/invoice.ts";
import { invoiceStates } from "../../shared/invoices/patch-invoice.ts";

const { invoiceDate, dueDate, currency, ...others } = describedInvoice;

/** null removes these. */
const removable = <Schemas extends Readonly<Record<string, object>>>(
	schemas: Schemas,
) =>
	// Unchecked cast: `Object.fromEntries` forgets the names.
	Object.fromEntries(
		Object.entries(schemas).map(([name, schema]) => [
			name,
			{ ...schema, nullable: true },
		]),
	) as { [Name in keyof Schemas]: Schemas[Name] & { readonly nullable: true } };

/** The body of `PATCH /v1.0/invoice/{id}` (R5, "PATCH"): null removes an optional property. */
export const schema = {
	type: "object",
	properties: {
		state: { type: "string", enum: invoiceStates },
		amount: { type: "number", exclusiveMinimum: 0 },
		invoiceDate,
		...removable({ dueDate }),
		currency,
		...removable(others),
	},
} as const;
