import {
	getMarkAsPaidAttempt as endpoint,
	markAsPaid,
} from "../../../shared/endpoints/endpoints.ts";
import type { Exhibit } from "../exhibit.ts";
import { attempt, sendFirst } from "./attempt.ts";

export const getMarkAsPaidAttempt: Exhibit = {
	endpoint,
	...attempt,
	summary: "Get the outcome of a mark-as-paid request",
	demo: {
		async prepare({ send, newText }) {
			const idempotencyKey = newText();
			const body = {
				resourceType: "INVOICE",
				resources: [{ slug: "inv-1001", amount: 1 }],
			};
			await send(markAsPaid, { body, idempotencyKey });
			return { idempotencyKey };
		},
		note: sendFirst(markAsPaid),
		expected: { operation: "mark-as-paid", status: "SETTLED" },
	},
};
