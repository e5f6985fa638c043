import { expect } from "vitest";
import type { Records } from "../records.ts";

/** What each 200 of an operation creates one of. */
const createdBy: Readonly<
	Record<string, "vendors" | "purchaseOrders" | "paymentRequests">
> = {
	"POST /v1.0/vendor": "vendors",
	"POST /v1.0/procurement/purchase-order": "purchaseOrders",
	"POST /v1.0/payment/request/vendor-advance": "paymentRequests",
};

/** A 200 created a record, and nothing else did. */
export function expectCreatedAsReported(
	routeKey: string,
	{
		before,
		after,
		succeeded,
	}: { before: Records; after: Records; succeeded: number },
) {
	const records = createdBy[routeKey];
	if (!records) return;
	expect(after[records].length - before[records].length).toBe(succeeded);
}
