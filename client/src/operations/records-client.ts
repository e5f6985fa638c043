import type { ClientContext } from "../client-context.ts";
import { path } from "../http/path.ts";
import { checkRunEntries } from "../payments/check-resources.ts";
import { type CallOptions, call, list } from "./call.ts";
import { listChanges } from "./list-changes.ts";
import type { Query, RequestBody } from "./operation-types.ts";

export interface UpdateOptions extends CallOptions {
	/** Changes the record only if it has this version. */
	ifVersion?: number;
}

/** The operations of the OpenAPI document that need no further care, each a method of its `operationId`. */
export class RecordsClient {
	protected readonly context: ClientContext;

	constructor(context: ClientContext) {
		this.context = context;
	}

	/**
	 * Not repeated after a lost answer.
	 *
	 * @remarks A repeated request creates SKUs without an `itemCode` again. A SKU whose `itemCode` exists is in `failed`.
	 * `x-idempotency-key` is not read.
	 */
	createSkus(body: RequestBody<"createSkus">, options?: CallOptions) {
		const request = toPost("/v1.0/inventory/skus/bulk", body);
		return call<"createSkus">(this.context, request, options);
	}

	listSkus(query: Query<"listSkus"> = {}, options?: CallOptions) {
		const path = "/v1.0/inventory/skus";
		return list<"listSkus">(this.context, path, query, options);
	}

	/**
	 * Repeated after a lost answer if it has an `externalId`.
	 *
	 * @remarks A repeated request with an `externalId` returns the order that the first one created, or is answered 409 if
	 * it is not the same request. Without one, it creates another order, even with the same `poNumber`: look it up by its
	 * `poNumber` first. `x-idempotency-key` is not read.
	 */
	createPurchaseOrder(
		body: RequestBody<"createPurchaseOrder">,
		options?: CallOptions,
	) {
		const isRepeatable = body.externalId !== undefined;
		const path = "/v1.0/procurement/purchase-order";
		const request = { ...toPost(path, body), isRepeatable };
		return call<"createPurchaseOrder">(this.context, request, options);
	}

	listPurchaseOrders(
		query: Query<"listPurchaseOrders"> = {},
		options?: CallOptions,
	) {
		const path = "/v1.0/procurement/purchase-order";
		return list<"listPurchaseOrders">(this.context, path, query, options);
	}

	getPurchaseOrder(poId: string, options?: CallOptions) {
		const request = toGet(path`/v1.0/procurement/purchase-order/${poId}`);
		return call<"getPurchaseOrder">(this.context, request, options);
	}

	updatePurchaseOrder(
		poId: string,
		patch: RequestBody<"updatePurchaseOrder">,
		options: UpdateOptions = {},
	) {
		const order = path`/v1.0/procurement/purchase-order/${poId}`;
		const request = toPatch(order, patch, options);
		return call<"updatePurchaseOrder">(this.context, request, options);
	}

	/**
	 * Repeated after a lost answer if it has a `vendorId`.
	 *
	 * @remarks A repeated request with a `vendorId` returns the vendor, or is answered 409 if the existing one differs.
	 * Without one, it creates another vendor. `x-idempotency-key` is not read.
	 */
	createVendor(body: RequestBody<"createVendor">, options?: CallOptions) {
		const isRepeatable = body.vendorId !== undefined;
		const request = { ...toPost("/v1.0/vendor", body), isRepeatable };
		return call<"createVendor">(this.context, request, options);
	}

	listVendors(query: Query<"listVendors"> = {}, options?: CallOptions) {
		return list<"listVendors">(this.context, "/v1.0/vendor", query, options);
	}

	getVendor(vendorId: string, options?: CallOptions) {
		const request = toGet(path`/v1.0/vendor/${vendorId}`);
		return call<"getVendor">(this.context, request, options);
	}

	updateVendor(
		vendorId: string,
		patch: RequestBody<"updateVendor">,
		options: UpdateOptions = {},
	) {
		const request = toPatch(path`/v1.0/vendor/${vendorId}`, patch, options);
		return call<"updateVendor">(this.context, request, options);
	}

	/**
	 * Not repeated after a lost answer, though it may be.
	 *
	 * @remarks A repeated request creates no invoice twice: an invoice that exists is in `failed`, with its `id`.
	 * `x-idempotency-key` is not read.
	 */
	createInvoices(body: RequestBody<"createInvoices">, options?: CallOptions) {
		const request = toPost("/v1.0/invoice/bulk", body);
		return call<"createInvoices">(this.context, request, options);
	}

	listInvoices(query: Query<"listInvoices"> = {}, options?: CallOptions) {
		return list<"listInvoices">(this.context, "/v1.0/invoice", query, options);
	}

	getInvoice(id: string, options?: CallOptions) {
		const request = toGet(path`/v1.0/invoice/${id}`);
		return call<"getInvoice">(this.context, request, options);
	}

	updateInvoice(
		id: string,
		patch: RequestBody<"updateInvoice">,
		options: UpdateOptions = {},
	) {
		const request = toPatch(path`/v1.0/invoice/${id}`, patch, options);
		return call<"updateInvoice">(this.context, request, options);
	}

	/** Lists the payments of an invoice, the newest first. */
	listInvoicePayments(
		id: string,
		query: Query<"listInvoicePayments"> = {},
		options?: CallOptions,
	) {
		const payments = path`/v1.0/invoice/${id}/payments`;
		return list<"listInvoicePayments">(this.context, payments, query, options);
	}

	/**
	 * Repeated after a lost answer.
	 *
	 * @remarks A repeated request changes nothing: a payment that is reversed already is returned unchanged, with the
	 * first reason. `x-idempotency-key` is not read.
	 */
	reversePayment(
		invoiceId: string,
		paymentId: string,
		body: RequestBody<"reversePayment">,
		options?: CallOptions,
	) {
		const url = path`/v1.0/invoice/${invoiceId}/payments/${paymentId}/reversal`;
		const request = { ...toPost(url, body), isRepeatable: true };
		return call<"reversePayment">(this.context, request, options);
	}

	listPaymentRequests(
		query: Query<"listPaymentRequests"> = {},
		options?: CallOptions,
	) {
		const path = "/v1.0/payment/request";
		return list<"listPaymentRequests">(this.context, path, query, options);
	}

	getPaymentRequest(paymentRequestId: string, options?: CallOptions) {
		const request = toGet(path`/v1.0/payment/request/${paymentRequestId}`);
		return call<"getPaymentRequest">(this.context, request, options);
	}

	listBatches(query: Query<"listBatches"> = {}, options?: CallOptions) {
		const path = "/v1.0/payment/mark-as-paid";
		return list<"listBatches">(this.context, path, query, options);
	}

	/** Reads one page of a batch's status. */
	getBatch(
		bulkActionSlug: string,
		query: Query<"getBatch"> = {},
		options?: CallOptions,
	) {
		const request = toGet(path`/v1.0/payment/mark-as-paid/${bulkActionSlug}`);
		return call<"getBatch">(this.context, { ...request, query }, options);
	}

	/**
	 * Stops a batch: what has not been decided yet is not paid. Repeated after a lost answer.
	 *
	 * @remarks A repeated request changes nothing: a batch that was stopped before, or has ended, stays as it is.
	 * `x-idempotency-key` is not read.
	 */
	stopBatch(
		bulkActionSlug: string,
		body: RequestBody<"stopBatch">,
		options?: CallOptions,
	) {
		const url = path`/v1.0/payment/mark-as-paid/${bulkActionSlug}/stop`;
		const request = { ...toPost(url, body), isRepeatable: true };
		return call<"stopBatch">(this.context, request, options);
	}

	/**
	 * Repeated after a lost answer. If a run of the same list exists, which this call may have created, a
	 * `ConflictError` with the code `RUN_EXISTS` names it in `existingId`.
	 *
	 * @remarks A repeated request creates no second run: while a run with the same content is a draft or released, it is
	 * answered 409 with the `runId`. `x-idempotency-key` is not read.
	 */
	async createPaymentRun(
		body: RequestBody<"createPaymentRun">,
		options?: CallOptions,
	) {
		checkRunEntries(body.resources);
		const request = {
			...toPost("/v1.0/payment/run", body),
			isRepeatable: true,
		};
		return call<"createPaymentRun">(this.context, request, options);
	}

	listPaymentRuns(query: Query<"listPaymentRuns"> = {}, options?: CallOptions) {
		const path = "/v1.0/payment/run";
		return list<"listPaymentRuns">(this.context, path, query, options);
	}

	getPaymentRun(runId: string, options?: CallOptions) {
		const request = toGet(path`/v1.0/payment/run/${runId}`);
		return call<"getPaymentRun">(this.context, request, options);
	}

	/** Walks through the whole check of a run: every payment once, not in the order of the request. */
	checkPaymentRun(
		runId: string,
		query: Query<"checkPaymentRun"> = {},
		options?: CallOptions,
	) {
		const check = path`/v1.0/payment/run/${runId}/check`;
		return list<"checkPaymentRun">(this.context, check, query, options);
	}

	/**
	 * Starts the batch of a run, whose `bulkActionSlug` is the `runId`. Repeated after a lost answer.
	 *
	 * @remarks A repeated request changes nothing: a run that is released already is returned as it is.
	 * `x-idempotency-key` is not read.
	 */
	releasePaymentRun(runId: string, options?: CallOptions) {
		const url = path`/v1.0/payment/run/${runId}/release`;
		const request = { ...toPost(url, {}), isRepeatable: true };
		return call<"releasePaymentRun">(this.context, request, options);
	}

	/**
	 * Repeated after a lost answer.
	 *
	 * @remarks A repeated request changes nothing: a run that is discarded already is returned as it is.
	 * `x-idempotency-key` is not read.
	 */
	discardPaymentRun(runId: string, options?: CallOptions) {
		const url = path`/v1.0/payment/run/${runId}/discard`;
		const request = { ...toPost(url, {}), isRepeatable: true };
		return call<"discardPaymentRun">(this.context, request, options);
	}

	/**
	 * Reads what has changed, page by page, and ends when nothing is new. Apply the `items` of a page, store its
	 * `nextCursor` together with what they changed, and begin there the next time. A page may be empty.
	 *
	 * @throws ApiError 410 `CURSOR_EXPIRED`: read the records again, then go on without a cursor.
	 */
	listEvents(
		query: Query<"listEvents"> & { cursor?: string } = {},
		options?: CallOptions,
	) {
		return listChanges(this.context, query, options);
	}

	getOrganization(options?: CallOptions) {
		const request = { method: "GET", path: "/v1.0/organization" } as const;
		return call<"getOrganization">(this.context, request, options);
	}

	listEntities(query: Query<"listEntities"> = {}, options?: CallOptions) {
		const path = "/v1.0/organization/entities";
		return list<"listEntities">(this.context, path, query, options);
	}

	/** Lists the users of the organization, whose ids are in the records. */
	listUsers(query: Query<"listUsers"> = {}, options?: CallOptions) {
		const path = "/v1.0/organization/users";
		return list<"listUsers">(this.context, path, query, options);
	}

	listGstTaxes(query: Query<"listGstTaxes"> = {}, options?: CallOptions) {
		return list<"listGstTaxes">(this.context, "/v1.0/tax/gst", query, options);
	}

	listTdsTaxes(query: Query<"listTdsTaxes"> = {}, options?: CallOptions) {
		return list<"listTdsTaxes">(this.context, "/v1.0/tax/tds", query, options);
	}

	listTags(query: Query<"listTags"> = {}, options?: CallOptions) {
		return list<"listTags">(this.context, "/v1.0/tag", query, options);
	}

	getTag(id: string, options?: CallOptions) {
		return call<"getTag">(this.context, toGet(path`/v1.0/tag/${id}`), options);
	}

	/** Reads whose API key the client has, and what it may do. */
	getKey(options?: CallOptions) {
		const request = { method: "GET", path: "/v1.0/key" } as const;
		return call<"getKey">(this.context, request, options);
	}
}

const toPost = (path: string, body: unknown) =>
	({ method: "POST", path, body }) as const;

const toGet = (path: string) => ({ method: "GET", path }) as const;

const toPatch = (path: string, body: unknown, options: UpdateOptions) =>
	({ method: "PATCH", path, body, ...toIfMatch(options) }) as const;

export const toIfMatch = ({ ifVersion }: UpdateOptions) =>
	ifVersion === undefined ? {} : { headers: { "if-match": `"${ifVersion}"` } };
