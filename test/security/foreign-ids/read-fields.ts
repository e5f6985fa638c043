import { batchMin } from "../../support/batches.ts";
import {
	advances,
	type IdField,
	ids,
	inKey,
	inPath,
	inQuery,
	type OwnRecords,
	orders,
	unknownUlid,
} from "./id-field.ts";

const invoices = "/v1.0/invoice";
const skus = "/v1.0/inventory/skus";

/** Every list of the organization. */
export const organizationLists = [
	...[orders, skus, "/v1.0/vendor", "/v1.0/payment/request", invoices],
	...["/v1.0/payment/mark-as-paid", "/v1.0/organization/entities"],
	...["/v1.0/tax/gst", "/v1.0/tax/tds", "/v1.0/tag", "/v1.0/approval"],
];

export const ownBatchSize = batchMin;

/** First pages: of every list that has cursors. */
export const pages: readonly {
	path: string;
	toUrl: (own: OwnRecords) => string;
}[] = [
	...organizationLists.map((path) => ({
		path,
		toUrl: () => `${path}?limit=1`,
	})),
	// Both organizations have an invoice of this slug, with payments.
	{
		path: `${invoices}/{id}/payments`,
		toUrl: () => `${invoices}/inv-2/payments?limit=1`,
	},
	{
		path: "/v1.0/payment/request/{paymentRequestId}/history",
		toUrl: ({ paymentRequest }) =>
			`/v1.0/payment/request/${paymentRequest}/history?limit=1`,
	},
	// The foreign batch has more positions than the own one.
	{
		path: "/v1.0/payment/mark-as-paid/{bulkActionSlug}",
		toUrl: ({ batch }) =>
			`/v1.0/payment/mark-as-paid/${batch}?limit=${ownBatchSize}`,
	},
];

/** Every place of a GET that may name a record. */
export const readFields: readonly IdField[] = [
	inPath(`GET ${orders}/{poId}`, ids.order),
	inPath("GET /v1.0/vendor/{vendorId}", ids.vendor),
	inPath("GET /v1.0/payment/request/{paymentRequestId}", [
		"paymentRequest",
		unknownUlid,
	]),
	inPath("GET /v1.0/payment/request/{paymentRequestId}/history", [
		"paymentRequest",
		unknownUlid,
	]),
	inQuery("/v1.0/approval", "userId", ids.user),
	inPath(`GET ${invoices}/{id}`, ids.invoice),
	inPath(`GET ${invoices}/{id}/payments`, ids.invoice),
	inPath("GET /v1.0/payment/mark-as-paid/{bulkActionSlug}", [
		"batch",
		unknownUlid,
	]),
	inPath("GET /v1.0/tag/{id}", ids.tag),
	inKey("GET /v1.0/attempt/mark-as-paid"),
	inKey(`GET ${advances.replace("payment/request", "attempt")}`),
	inQuery(orders, "vendorId", ids.vendor),
	inQuery(orders, "poNumber", ids.orderNumber),
	inQuery(skus, "itemCode", ids.skuCode),
	inQuery(skus, "name", ids.skuName),
	inQuery("/v1.0/payment/request", "vendorId", ids.vendor),
	inQuery(invoices, "vendorId", ids.vendor),
	inQuery(
		invoices,
		"invoiceNumber",
		ids.invoiceNumber,
		`&vendorId=${ids.vendor[0]}`,
	),
	...pages.map(
		({ path, toUrl }): IdField => ({
			field: `GET ${path} cursor`,
			foreign: `cursor of ${path}`,
			unknown: "bm8tc3VjaC1jdXJzb3I",
			request: (id, own) => ({
				method: "GET",
				url: `${toUrl(own)}&cursor=${id}`,
			}),
		}),
	),
];
