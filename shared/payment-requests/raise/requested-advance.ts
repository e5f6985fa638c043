import { type Decimal, toDecimal } from "../../money/decimal.ts";
import type { VendorAdvanceBody } from "./schema.ts";

/** A requested advance (spec 2.8) with exact amounts; absent values are null. */
export interface RequestedAdvance {
	/** The amount is before tax. */
	amount: Decimal;
	vendorId: string;
	gst: SuppliedTax | null;
	tds: SuppliedTax | null;
	currency: string | null;
	purchaseOrderLinkId: string | null;
	narration: string | null;
	/** The keys are slugs; values are as they were sent. */
	tags: Record<string, { value: unknown }>;
	orgEntity: number | null;
}

/** The id of a tax and the amount that the caller computed. */
export interface SuppliedTax {
	id: number;
	amount: Decimal;
}

export function toRequestedAdvance(body: VendorAdvanceBody): RequestedAdvance {
	return {
		amount: toDecimal(body.amount),
		vendorId: body.vendorId,
		gst: toSuppliedTax(body.gstId, body.gstAmount),
		tds: toSuppliedTax(body.tdsId, body.tdsAmount),
		currency: body.currency ?? null,
		purchaseOrderLinkId: body.purchaseOrderLinkId ?? null,
		narration: body.narration ?? null,
		// Not copied, because a slug may be `__proto__`.
		tags: body.tags ?? {},
		orgEntity: body.orgEntity ?? null,
	};
}

/** The schema requires both or neither. */
function toSuppliedTax(
	id: number | undefined,
	amount: number | undefined,
): SuppliedTax | null {
	if (id === undefined || amount === undefined) return null;
	return { id, amount: toDecimal(amount) };
}
