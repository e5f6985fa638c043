import { shownInvoiceTexts } from "../../shared/invoices/invoice.ts";
import { tagTypes } from "../../shared/organizations/tags/tags.ts";
import { rateTypes } from "../../shared/organizations/taxes/tax.ts";
import { advanceStates } from "../../shared/payment-requests/payment-request.ts";
import {
	matchingStates,
	purchaseOrderStates,
} from "../../shared/purchase-orders/purchase-order.ts";
import { describedSku } from "../../shared/skus/sku.ts";
import {
	flag,
	id,
	instant,
	integer,
	label,
	notNegative,
	text,
} from "./values.schema.ts";

export const tax = {
	type: "object",
	required: ["id", "rate", "rateType"],
	description: "`rate` is a percentage, or for `ABSOLUTE` the tax itself.",
	additionalProperties: false,
	properties: {
		id: integer,
		name: label,
		rate: notNegative,
		rateType: { type: "string", enum: rateTypes },
	},
} as const;

export const tag = {
	type: "object",
	required: ["slug", "type"],
	description: "A tag. `options` are the values of a `DROPDOWN`.",
	additionalProperties: false,
	properties: {
		slug: id,
		name: label,
		type: { type: "string", enum: tagTypes },
		options: {
			type: "array",
			items: {
				type: "object",
				required: ["id"],
				additionalProperties: false,
				properties: { id: integer, name: label },
			},
		},
	},
} as const;

/** The limits are those of spec 2.1. */
export const sku = {
	...describedSku,
	description: "Identified by the item code, without one by the exact name.",
	additionalProperties: false,
} as const;

export const purchaseOrder = {
	type: "object",
	required: ["id", "state", "amount"],
	additionalProperties: false,
	properties: {
		id,
		poNumber: label,
		vendorId: id,
		state: { type: "string", enum: purchaseOrderStates },
		matchingState: {
			type: "string",
			enum: matchingStates,
			description: "Default: `UNMATCHED`.",
		},
		amount: {
			...notNegative,
			description: "The total that an advance may not exceed.",
		},
	},
} as const;

export const invoice = {
	type: "object",
	required: ["slug", "state", "amount"],
	additionalProperties: false,
	properties: {
		slug: id,
		vendorId: id,
		state: { ...text, description: "Only `APPROVED` is payable." },
		amount: notNegative,
		due: {
			...notNegative,
			description:
				"What was due at the first import; payments recorded since are subtracted. Default: the amount.",
		},
		invoiceNumber: { type: "string", minLength: 1, maxLength: 128 },
		...shownInvoiceTexts,
		platformPaymentInFlight: flag,
		lock: {
			description:
				"Another action on the invoice is in progress. Absent: a stored lock is left alone.",
			type: "object",
			required: ["holder", "expiresAt"],
			additionalProperties: false,
			properties: { holder: text, expiresAt: instant },
		},
	},
	/** Invoice numbers are unique for each vendor (R5). */
	dependencies: { invoiceNumber: ["vendorId"] },
} as const;

export const advance = {
	type: "object",
	required: ["id", "vendorId", "state"],
	additionalProperties: false,
	properties: {
		id,
		vendorId: id,
		purchaseOrderLinkId: {
			...id,
			description: "Id of a purchase order of this file or of the store.",
		},
		state: {
			type: "string",
			enum: advanceStates,
			description:
				"`PENDING` and `APPROVED` take the purchase order; `REJECTED` and `CANCELLED` release it.",
		},
	},
} as const;
