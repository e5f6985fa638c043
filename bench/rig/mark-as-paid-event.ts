import { randomInt, randomUUID } from "node:crypto";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { toApiEvent } from "../../test/support/api-event.ts";
import { apiKey, due } from "./store.ts";

export const markAsPaidEvent = (
	resources: readonly object[],
	{ key = apiKey, idempotencyKey = randomUUID() } = {},
): APIGatewayProxyEventV2 =>
	toApiEvent({
		method: "POST",
		path: "/v1.0/payment/mark-as-paid",
		headers: {
			authorization: `Api-Key ${key}`,
			"content-type": "application/json",
			"x-idempotency-key": idempotencyKey,
		},
		body: JSON.stringify({ resourceType: "INVOICE", resources }),
	});

/** Pays an invoice in full, with about 150 bytes of unique free text: stored chunks are compressed. */
export const toResource = (slug: string) => ({
	...toShortResource(slug),
	narration: `Invoice ${slug}, order ${randomUUID()}, delivery ${randomUUID()}, paid in full`,
	paymentDate: "2026-11-21",
});

/** With the longest text with which 40,000 resources fit Lambda's payload limit. */
export const toShortResource = (slug: string) => ({
	slug,
	amount: due,
	utr: `HDFC${randomInt(1e12)}${slug}`,
});
