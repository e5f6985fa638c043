import { type Decimal, toDecimalText } from "../money/decimal.ts";
import { shorten } from "../text/shorten.ts";
import type { PricedPurchaseOrder } from "./purchase-order.ts";

/** The advance that an order is linked to. What is not known of an imported one is null. */
export interface HoldingAdvance {
	id: string;
	vendorId: string;
	currency: string | null;
	netPayable: Decimal | null;
}

type Terms = Pick<PricedPurchaseOrder, "vendorId" | "amount" | "currency">;

/**
 * Finds out whether a change of a linked draft breaks spec 4.3 rule 5, which held when the advance was linked. What an
 * organization file has set may break it and stay.
 *
 * @returns The term that must stay, for an error message; null when the change is allowed.
 */
export function findBrokenTerm(
	before: Terms,
	after: Terms,
	{ vendorId, currency, netPayable }: HoldingAdvance,
): string | null {
	if (after.vendorId !== before.vendorId && after.vendorId !== vendorId) {
		return `its vendor must be that of the advance, ${shorten(vendorId)}`;
	}
	const isNewCurrency = after.currency !== before.currency;
	if (currency !== null && isNewCurrency && after.currency !== currency) {
		return `its currency must stay that of the advance, ${currency}`;
	}
	const isNewAmount = !after.amount.eq(before.amount);
	if (isNewAmount && netPayable?.gt(after.amount)) {
		return `its amount must be at least the advance's net payable, ${toDecimalText(netPayable)}`;
	}
	return null;
}
