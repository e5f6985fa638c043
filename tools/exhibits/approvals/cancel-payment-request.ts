import { schema as cancellationSchema } from "../../../functions/advance-workflow/cancellation/schema.ts";
import { cancelPaymentRequest as endpoint } from "../../../shared/endpoints/endpoints.ts";
import type { Exhibit } from "../exhibit.ts";
import { raiseAdvance, raiseFirst } from "./raise-advance.ts";
import { notFoundOrNow, transition } from "./transition.ts";

export const cancelPaymentRequest: Exhibit = {
	endpoint,
	...transition,
	summary: "Cancel a payment request",
	description:
		"Cancels the request and frees its purchase order. Only users with the role `ADMIN` can cancel an approved request.",
	repeated: "changes nothing: a payment request is cancelled once.",
	body: cancellationSchema,
	errors: { ...notFoundOrNow, 400: ["VALIDATION_ERROR"] },
	caller: { roles: ["ADMIN", "BOOKKEEPER"], feature: "vendorAdvances" },
	demo: {
		async prepare(service) {
			return { path: { paymentRequestId: await raiseAdvance(service) } };
		},
		body: { reason: "Ordered elsewhere" },
		note: `${raiseFirst} It is cancelled only once: the second click changes nothing.`,
		expected: { state: "CANCELLED" },
	},
	names: { paymentRequestId: "paymentRequest", reason: null },
};
