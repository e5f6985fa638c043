import { createVendorAdvance } from "../../../shared/endpoints/endpoints.ts";
import type { DemoService } from "../demo.ts";

/** By the policies of the demo organization, advances for this vendor wait for the approval of `u-admin`. */
const body = { vendorId: "v-cloud", amount: 900 };

/** Raises an advance that waits for the approval of its requester, and returns its id. */
export async function raiseAdvance({ send }: DemoService): Promise<string> {
	const { paymentRequestId } = await send(createVendorAdvance, { body });
	return paymentRequestId;
}

/** Tells a reader who tries a request by hand how to raise such an advance. */
export const raiseFirst =
	"First raise an advance with the vendor `v-cloud`, which waits for `u-admin`, and enter its `paymentRequestId`.";
