import { validationFailed } from "../../shared/errors/api-error.ts";
import { schemaFailed } from "../../shared/errors/validate.ts";
import { describedInvoice } from "../../shared/invoices/invoice.ts";
import type { InvoicePatch } from "../../shared/invoices/patch-invoice.ts";
import { findUnstorable } from "../../shared/json/storable.ts";
import { toDecimal } from "../../shared/money/decimal.ts";
import { toGiven } from "../../shared/schemas/described.ts";
import { validate } from "./schema.validator.js";

const fixedProperties = ["invoiceNumber", "vendorId"];

/**
 * The patch in a request body. Other properties are ignored.
 *
 * @returns The patch, or the 400 error for the first invalid value. The error is not thrown here, because checks of the
 *   invoice come first (R1, "Versions").
 */
export function toInvoicePatch(body: object): InvoicePatch | Error {
	const unstorable = findUnstorable(body);
	if (unstorable)
		return validationFailed(unstorable.pointer, unstorable.reason);
	const fixed = fixedProperties.find((name) => Object.hasOwn(body, name));
	if (fixed)
		return validationFailed(
			`/${fixed}`,
			"cannot be changed: void the invoice and create another one",
		);
	if (!validate(body)) {
		const [failure] = validate.errors ?? [];
		return failure
			? schemaFailed(failure)
			: validationFailed("", "is not valid");
	}
	const { state, amount } = body;
	return {
		...(state !== undefined && { state }),
		...(amount !== undefined && { amount: toDecimal(amount) }),
		...toGiven(describedInvoice, body),
	};
}
