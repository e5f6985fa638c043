import {
	createVendorAdvance,
	getVendorAdvanceAttempt as endpoint,
} from "../../../shared/endpoints/endpoints.ts";
import type { Exhibit } from "../exhibit.ts";
import { attempt, sendFirst } from "./attempt.ts";

export const getVendorAdvanceAttempt: Exhibit = {
	endpoint,
	...attempt,
	summary: "Get the outcome of a vendor advance request",
	demo: {
		async prepare({ send, newText }) {
			const idempotencyKey = newText();
			const body = { vendorId: "v-print", amount: 1_000 };
			await send(createVendorAdvance, { body, idempotencyKey });
			return { idempotencyKey };
		},
		note: sendFirst(createVendorAdvance),
		expected: { operation: "vendor-advance", status: "SETTLED" },
	},
};
