import { randomUUID } from "node:crypto";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { toApiEvent } from "../../test/support/api-event.ts";
import { apiKey } from "./store.ts";

/** A request that pays these invoices in full, each with about 150 bytes of free text. */
export const markAsPaidEvent = (
	slugs: readonly string[],
): APIGatewayProxyEventV2 =>
	toApiEvent({
		method: "POST",
		path: "/v1.0/payment/mark-as-paid",
		headers: {
			authorization: `Api-Key ${apiKey}`,
			"content-type": "application/json",
			"x-idempotency-key": randomUUID(),
		},
		body: JSON.stringify({
			resourceType: "INVOICE",
			resources: slugs.map(toResource),
		}),
	});

export const toResource = (slug: string) => ({
	slug,
	amount: 1000,
	utr: "HDFCR52026112100000001",
	narration: "Payment of the invoice in full ".repeat(4),
	paymentDate: "2026-11-21",
});
