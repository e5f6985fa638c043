import type { RequestedAdvance } from "../../../shared/advances/requested-advance.ts";
import { toMoney } from "../../../shared/values/money.ts";

/** An advance of 1000 to `v-1`, and what a test asks for besides. */
export function requestedAdvance(
	wanted: Partial<RequestedAdvance> = {},
): RequestedAdvance {
	return {
		amount: toMoney(1000),
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
