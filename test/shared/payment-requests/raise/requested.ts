import { toDecimal } from "../../../../shared/money/decimal.ts";
import type { RequestedAdvance } from "../../../../shared/payment-requests/raise/requested-advance.ts";

/** An advance of 1000 to `v-1`, and what a test asks for besides. */
export function requestedAdvance(
	wanted: Partial<RequestedAdvance> = {},
): RequestedAdvance {
	return {
		amount: toDecimal(1000),
		vendorId: "v-1",
		gst: null,
		tds: null,
		currency: null,
		purchaseOrderLinkId: null,
		narration: null,
		tags: {},
		orgEntity: null,
		...wanted,
	};
}
