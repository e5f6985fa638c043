import { HttpMethod } from "aws-cdk-lib/aws-apigatewayv2";
import type { TableAction } from "./service-function.ts";

type Path = `/v1.0/${string}`;

/** A function behind the API, bundled from `functions/<name>/handler.ts`. */
export interface Endpoint {
	name: string;
	method: HttpMethod;
	/** Several paths for a function that distinguishes them by the event's route key. */
	path: Path | readonly Path[];
	/** The actions that the role allows. IAM authorizes a batch of statements by their verbs, a transaction by its parts. */
	tableActions: readonly TableAction[];
	/** Whether it queries the list index (`shared/lists/list-index.store.ts`). */
	queriesListIndex?: true;
	/** Whether it sends the messages of batch chunks. */
	sendsChunks?: true;
}

export const endpoints: readonly Endpoint[] = [
	{
		name: "bulk-skus",
		method: HttpMethod.POST,
		path: "/v1.0/inventory/skus/bulk",
		tableActions: [
			"GetItem", // the API key
			"BatchGetItem", // the caller, SKUs whose writes were refused or not answered
			"PartiQLInsert", // SKUs and their names
		],
	},
	{
		name: "purchase-order",
		method: HttpMethod.POST,
		path: "/v1.0/procurement/purchase-order",
		tableActions: [
			"GetItem", // the API key
			"BatchGetItem", // the caller, what the order refers to, an order whose write was not answered
			"PutItem", // the order
		],
	},
	{
		name: "update-purchase-order",
		method: HttpMethod.PATCH,
		path: "/v1.0/procurement/purchase-order/{poId}",
		tableActions: [
			"GetItem", // the API key, the order
			"BatchGetItem", // the caller, what the order refers to
			"UpdateItem", // the order
		],
	},
	{
		name: "create-vendor",
		method: HttpMethod.POST,
		path: "/v1.0/vendor",
		tableActions: [
			"GetItem", // the API key
			"BatchGetItem", // the caller, a vendor whose write was not answered
			"PutItem", // the vendor
		],
	},
	{
		name: "mark-as-paid",
		method: HttpMethod.POST,
		path: "/v1.0/payment/mark-as-paid",
		tableActions: [
			"GetItem", // the API key
			"BatchGetItem", // the caller, the invoices
			"PutItem", // the idempotency claim; a page of archived payments; a batch
			"PartiQLUpdate", // payments
			"UpdateItem", // an invoice whose payments are archived; a batch
			"BatchWriteItem", // a batch's chunks
			"DeleteItem", // the guard of a batch that is aborted
		],
		sendsChunks: true,
	},
	{
		name: "batch-status",
		method: HttpMethod.GET,
		path: "/v1.0/payment/mark-as-paid/{bulkActionSlug}",
		tableActions: [
			"GetItem", // the API key
			"BatchGetItem", // the caller, the batch, its results
		],
	},
	{
		name: "stop-batch",
		method: HttpMethod.POST,
		path: "/v1.0/payment/mark-as-paid/{bulkActionSlug}/stop",
		tableActions: [
			"GetItem", // the API key
			"BatchGetItem", // the caller, the batch, its decisions, its results
			"UpdateItem", // the batch
			"PutItem", // decisions
			"DeleteItem", // the guard, when the batch has ended
		],
	},
	{
		name: "vendor-advance",
		method: HttpMethod.POST,
		path: "/v1.0/payment/request/vendor-advance",
		tableActions: [
			"GetItem", // the API key
			"BatchGetItem", // the caller, what the advance refers to
			"PutItem", // the idempotency claim; the advance, its approvals
			"UpdateItem", // the purchase order that it holds
		],
	},
	{
		name: "advance-workflow",
		method: HttpMethod.POST,
		path: [
			"/v1.0/payment/request/{paymentRequestId}/decision",
			"/v1.0/payment/request/{paymentRequestId}/resubmission",
			"/v1.0/payment/request/{paymentRequestId}/cancellation",
			"/v1.0/payment/request/{paymentRequestId}/approver",
		],
		tableActions: [
			"GetItem", // the API key, an earlier round's approval, a history entry
			"BatchGetItem", // the caller, users, what a resubmission refers to, orders
			"Query", // the payment request with its approvals
			"PutItem", // history, the approvals of a round, entries of inboxes
			"UpdateItem", // the payment request, approvals, orders
			"DeleteItem", // entries of inboxes
		],
	},
	{
		name: "read-attempts",
		method: HttpMethod.GET,
		path: ["/v1.0/attempt/mark-as-paid", "/v1.0/attempt/vendor-advance"],
		tableActions: [
			"GetItem", // the API key, the idempotency claim
			"BatchGetItem", // the caller; invoices with their payments, a batch, a payment request
		],
	},
	{
		name: "create-invoices",
		method: HttpMethod.POST,
		path: "/v1.0/invoice/bulk",
		tableActions: [
			"GetItem", // the API key
			"BatchGetItem", // the caller, vendors, invoices whose writes were refused or not answered
			"PartiQLInsert", // invoices
		],
	},
	{
		name: "update-invoice",
		method: HttpMethod.PATCH,
		path: "/v1.0/invoice/{id}",
		tableActions: [
			"GetItem", // the API key
			"BatchGetItem", // the caller, the invoice
			"PartiQLUpdate", // the invoice
		],
	},
	{
		name: "reverse-payment",
		method: HttpMethod.POST,
		path: "/v1.0/invoice/{id}/payments/{paymentId}/reversal",
		tableActions: [
			"GetItem", // the API key, the invoice, the reversal of an archived payment
			"BatchGetItem", // the caller, pages of archived payments
			"UpdateItem", // the invoice
			"PutItem", // a page of archived payments, the reversal of an archived payment
		],
	},
	{
		name: "read-records",
		method: HttpMethod.GET,
		path: [
			"/v1.0/procurement/purchase-order",
			"/v1.0/procurement/purchase-order/{poId}",
			"/v1.0/inventory/skus",
			"/v1.0/vendor",
			"/v1.0/vendor/{vendorId}",
			"/v1.0/invoice",
			"/v1.0/invoice/{id}",
			"/v1.0/invoice/{id}/payments",
			"/v1.0/payment/request",
			"/v1.0/payment/request/{paymentRequestId}",
			"/v1.0/payment/request/{paymentRequestId}/history",
			"/v1.0/approval",
			"/v1.0/payment/mark-as-paid",
			"/v1.0/organization",
			"/v1.0/organization/entities",
			"/v1.0/tax/gst",
			"/v1.0/tax/tds",
			"/v1.0/tag",
			"/v1.0/tag/{id}",
			"/v1.0/key",
		],
		tableActions: [
			"GetItem", // the API key
			"BatchGetItem", // the caller, records
			"Query", // what a list consists of; a payment request with its approvals
		],
		queriesListIndex: true,
	},
];

/** The routes that lead to the function. */
export const routesOf = ({ method, path }: Endpoint) =>
	[path].flat().map((one) => ({ method, path: one }));
