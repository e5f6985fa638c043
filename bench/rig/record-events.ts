import { randomUUID } from "node:crypto";
import { toApiEvent } from "../../test/support/api-event.ts";
import { apiKey, due, vendorId } from "./store.ts";

const headers = {
	authorization: `Api-Key ${apiKey}`,
	"content-type": "application/json",
};

/** Creates invoices that are new. */
export const createEvent = (count: number) =>
	toApiEvent({
		method: "POST",
		path: "/v1.0/invoice/bulk",
		headers,
		body: JSON.stringify({
			invoices: Array.from({ length: count }, () => ({
				invoiceNumber: `INV/${randomUUID()}`,
				vendorId,
				amount: due,
				invoiceDate: "2026-11-21",
				description: `Steel rods, 12 mm, hot rolled, against order ${randomUUID()}`,
			})),
		}),
	});

export const listEvent = (limit: number) =>
	toApiEvent({
		method: "GET",
		path: "/v1.0/invoice",
		headers,
		queryStringParameters: { limit: `${limit}` },
	});

export const detailsEvent = (id: string) =>
	toApiEvent({
		method: "GET",
		path: `/v1.0/invoice/${id}`,
		routeKey: "GET /v1.0/invoice/{id}",
		headers,
		pathParameters: { id },
	});

export const attemptEvent = (idempotencyKey: string) =>
	toApiEvent({
		method: "GET",
		path: "/v1.0/attempt/mark-as-paid",
		headers: { ...headers, "x-idempotency-key": idempotencyKey },
	});
