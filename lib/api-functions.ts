import { type Endpoint, toRoute } from "../shared/endpoints/endpoint.ts";
import * as endpoints from "../shared/endpoints/endpoints.ts";
import type { TableAction } from "./service-function.ts";

/** A function behind the API, bundled from `functions/<name>/handler.ts`. */
interface ApiFunction {
	name: string;
	/** A function with several endpoints distinguishes them by the event's route key. */
	endpoints: readonly Endpoint[];
	/**
	 * The actions that the role allows. IAM authorizes a batch of statements by their verbs, a transaction by its parts.
	 */
	tableActions: readonly TableAction[];
	/** Whether the function reads the event feed, if the stage has one. */
	readsEventFeed?: true;
	/** Whether the function queries the list index (`shared/lists/list-index.store.ts`). */
	queriesListIndex?: true;
	/** Whether the function sends the messages of batch chunks. */
	sendsChunks?: true;
}

export const apiFunctions: readonly ApiFunction[] = [
	{
		name: "bulk-skus",
		endpoints: [endpoints.createSkus],
		tableActions: [
			"GetItem", // the API key
			"BatchGetItem", // the caller, SKUs whose writes were refused or not answered
			"PartiQLInsert", // SKUs and their names
		],
	},
	{
		name: "purchase-order",
		endpoints: [endpoints.createPurchaseOrder],
		tableActions: [
			"GetItem", // the API key
			"BatchGetItem", // the caller, what the order refers to, an order whose write was not answered
			"PutItem", // the order
		],
	},
	{
		name: "update-purchase-order",
		endpoints: [endpoints.updatePurchaseOrder],
		tableActions: [
			"GetItem", // the API key, the order
			"BatchGetItem", // the caller, what the order refers to
			"UpdateItem", // the order
		],
	},
	{
		name: "create-vendor",
		endpoints: [endpoints.createVendor],
		tableActions: [
			"GetItem", // the API key
			"BatchGetItem", // the caller, a vendor whose write was not answered
			"PutItem", // the vendor
		],
	},
	{
		name: "update-vendor",
		endpoints: [endpoints.updateVendor],
		tableActions: [
			"GetItem", // the API key, the vendor
			"BatchGetItem", // the caller, the ids that a path may stand for
			"UpdateItem", // the vendor
		],
	},
	{
		name: "mark-as-paid",
		endpoints: [endpoints.markAsPaid],
		tableActions: [
			"GetItem", // the API key
			"BatchGetItem", // the caller, the invoices
			"PutItem", // the idempotency claim, the end of its request; a page of archived payments; a batch
			"PartiQLUpdate", // payments
			"UpdateItem", // an invoice whose payments are archived; a batch
			"BatchWriteItem", // a batch's chunks
			"DeleteItem", // the guard of a batch that is aborted
		],
		sendsChunks: true,
	},
	{
		name: "payment-runs",
		endpoints: [
			endpoints.createPaymentRun,
			endpoints.releasePaymentRun,
			endpoints.discardPaymentRun,
		],
		tableActions: [
			"GetItem", // the API key, the hold on a run's content
			"BatchGetItem", // the caller, the run, invoices that are named by number
			"BatchWriteItem", // a run's chunks
			"PutItem", // the run and its hold; the batch that a release starts
			"UpdateItem", // the run
			"DeleteItem", // the hold of a run that is discarded
		],
		sendsChunks: true,
	},
	{
		name: "batch-status",
		endpoints: [endpoints.getBatch],
		tableActions: [
			"GetItem", // the API key
			"BatchGetItem", // the caller, the batch, its results
		],
	},
	{
		name: "stop-batch",
		endpoints: [endpoints.stopBatch],
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
		endpoints: [endpoints.createVendorAdvance],
		tableActions: [
			"GetItem", // the API key
			"BatchGetItem", // the caller, what the advance refers to
			"PutItem", // the idempotency claim, the end of its request; the advance, its approvals
			"UpdateItem", // the purchase order that it holds
		],
	},
	{
		name: "advance-workflow",
		endpoints: Object.values(endpoints).filter(({ routeKey }) =>
			routeKey.startsWith("POST /v1.0/payment/request/{paymentRequestId}/"),
		),
		tableActions: [
			"GetItem", // the API key, an earlier round's approval, a history entry
			"BatchGetItem", // the caller, users, what a resubmission refers to, orders
			"Query", // the payment request with its approvals
			"PutItem", // history, the approvals of a round, entries of inboxes
			"UpdateItem", // the payment request, approvals, orders
			"DeleteItem", // entries of inboxes
			"ConditionCheckItem", // an order that was not read as linked
		],
	},
	{
		name: "read-attempts",
		endpoints: [
			endpoints.getMarkAsPaidAttempt,
			endpoints.getVendorAdvanceAttempt,
		],
		tableActions: [
			"GetItem", // the API key
			"Query", // the idempotency claim and the end of its request
			"BatchGetItem", // the caller; invoices with their payments, a batch, a payment request
		],
	},
	{
		name: "create-invoices",
		endpoints: [endpoints.createInvoices],
		tableActions: [
			"GetItem", // the API key
			"BatchGetItem", // the caller, vendors, invoices whose writes were refused or not answered
			"PartiQLInsert", // invoices
		],
	},
	{
		name: "update-invoice",
		endpoints: [endpoints.updateInvoice],
		tableActions: [
			"GetItem", // the API key
			"BatchGetItem", // the caller, the invoice
			"PartiQLUpdate", // the invoice
		],
	},
	{
		name: "reverse-payment",
		endpoints: [endpoints.reversePayment],
		tableActions: [
			"GetItem", // the API key, the invoice, the reversal of an archived payment
			"BatchGetItem", // the caller, pages of archived payments
			"UpdateItem", // the invoice
			"PutItem", // a page of archived payments, the reversal of an archived payment
		],
	},
	{
		name: "read-records",
		endpoints: [
			endpoints.listPurchaseOrders,
			endpoints.getPurchaseOrder,
			endpoints.listSkus,
			endpoints.listVendors,
			endpoints.getVendor,
			endpoints.listInvoices,
			endpoints.getInvoice,
			endpoints.listInvoicePayments,
			endpoints.listPaymentRequests,
			endpoints.getPaymentRequest,
			endpoints.listPaymentRequestHistory,
			endpoints.listOpenApprovals,
			endpoints.listBatches,
			endpoints.listPaymentRuns,
			endpoints.getPaymentRun,
			endpoints.checkPaymentRun,
			endpoints.listEvents,
			endpoints.getOrganization,
			endpoints.listEntities,
			endpoints.listUsers,
			endpoints.listGstTaxes,
			endpoints.listTdsTaxes,
			endpoints.listTags,
			endpoints.getTag,
			endpoints.getKey,
		],
		tableActions: [
			"GetItem", // the API key
			"BatchGetItem", // the caller, records
			"Query", // what a list consists of; a payment request with its approvals
		],
		queriesListIndex: true,
		readsEventFeed: true,
	},
];

/** The routes that lead to the function. */
export const routesOf = (apiFunction: ApiFunction) =>
	apiFunction.endpoints.map(({ routeKey }) => toRoute(routeKey));
