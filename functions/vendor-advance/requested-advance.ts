import type { FromSchema } from "json-schema-to-ts";
import { type Money, toMoney } from "../../shared/domain/money.ts";
import type { schema } from "./schema.ts";

export type VendorAdvanceBody = FromSchema<typeof schema>;

/** An advance that somebody asks for (spec 2.8), its figures exact; absent is null. */
export interface RequestedAdvance {
	/** Before tax. */
	amount: Money;
	vendorId: string;
	gst: SuppliedTax | null;
	tds: SuppliedTax | null;
	currency: string | null;
	purchaseOrderLinkId: string | null;
	narration: string | null;
	/** By slug, as sent. */
	tags: Record<string, { value: unknown }>;
	orgEntity: number | null;
}

/** A tax of the organization, and what the caller takes it to be. */
export interface SuppliedTax {
	id: number;
	amount: Money;
}

export function toRequestedAdvance(body: VendorAdvanceBody): RequestedAdvance {
	return {
		amount: toMoney(body.amount),
		vendorId: body.vendorId,
		gst: toSuppliedTax(body.gstId, body.gstAmount),
		tds: toSuppliedTax(body.tdsId, body.tdsAmount),
		currency: body.currency ?? null,
		purchaseOrderLinkId: body.purchaseOrderLinkId ?? null,
		narration: body.narration ?? null,
		// Not copied: among the slugs may be `__proto__`.
		tags: body.tags ?? {},
		orgEntity: body.orgEntity ?? null,
	};
}

/** The schema lets neither come without the other. */
function toSuppliedTax(
	id: number | undefined,
	amount: number | undefined,
): SuppliedTax | null {
	if (id === undefined || amount === undefined) return null;
	return { id, amount: toMoney(amount) };
}
