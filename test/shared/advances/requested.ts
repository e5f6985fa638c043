import type { RequestedAdvance } from "../../../shared/advances/requested-advance.ts";
import { toDecimal } from "../../../shared/values/decimal.ts";

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
