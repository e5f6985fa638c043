import { everyEndpoint } from "../../support/every-endpoint.ts";
import { advances, orders, requests } from "./id-field.ts";
import { pages } from "./read-fields.ts";

const ofOrder = [
	...["lineItems.quantity", "lineItems.rate", "lineItems.identifier"],
	...["lineItems.taxAmount", "poType", "matchingType", "poDate", "gstin"],
	...["description", "currency", "paymentTerms", "deliveryDate"],
	...["termsAndConditions", "additionalNotes", "state"],
];

/** Properties of a body that name no record, whichever it is. */
const anywhere = ["reason", "stage", "round"];

/** By route, the other parameters and properties that name no record. */
const names: Readonly<Record<string, readonly string[]>> = {
	"POST /v1.0/inventory/skus/bulk": ["skus.unit", "skus.rate", "skus.hsnSac"],
	[`POST ${orders}`]: ofOrder,
	[`PATCH ${orders}/{poId}`]: ofOrder,
	[`GET ${orders}`]: ["state"],
	"POST /v1.0/vendor": ["name", "gstin", "email"],
	[`POST ${advances}`]: [
		...["amount", "gstAmount", "tdsAmount", "currency", "narration"],
	],
	"GET /v1.0/payment/request": ["state"],
	[`POST ${requests}/{paymentRequestId}/decision`]: ["decision", "note"],
	[`POST ${requests}/{paymentRequestId}/resubmission`]: [
		...["amount", "gstAmount", "tdsAmount", "currency", "narration"],
	],
	"POST /v1.0/invoice/bulk": [
		...["invoices.amount", "invoices.invoiceDate", "invoices.dueDate"],
		...["invoices.currency", "invoices.description", "invoices.state"],
	],
	"GET /v1.0/invoice": ["state", "open"],
	"PATCH /v1.0/invoice/{id}": [
		...["state", "amount", "invoiceDate", "dueDate", "currency"],
		"description",
	],
	"POST /v1.0/payment/mark-as-paid": [
		...["resourceType", "resources.amount", "resources.utr"],
		...["resources.narration", "resources.paymentDate"],
	],
};

/** Route key and full path of everything else that a request may have. */
export const notIds: readonly string[] = [
	...Object.entries(names).flatMap(([routeKey, paths]) =>
		paths.map((path) => `${routeKey} ${path}`),
	),
	...pages.map(({ path }) => `GET ${path} limit`),
	...everyEndpoint.flatMap(({ routeKey, body = {}, ifMatch }) =>
		[
			...anywhere.filter((name) => name in body),
			...(ifMatch ? ["If-Match"] : []),
		].map((name) => `${routeKey} ${name}`),
	),
];
