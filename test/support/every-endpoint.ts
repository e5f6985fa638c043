import type { Context } from "aws-lambda";
import { advanceWorkflowEndpoint } from "../../functions/advance-workflow/endpoint.ts";
import { batchStatusEndpoint } from "../../functions/batch-status/endpoint.ts";
import { bulkSkusEndpoint } from "../../functions/bulk-skus/endpoint.ts";
import { createInvoicesEndpoint } from "../../functions/create-invoices/endpoint.ts";
import { createVendorEndpoint } from "../../functions/create-vendor/endpoint.ts";
import type { Dependencies } from "../../functions/dependencies.ts";
import { markAsPaidEndpoint } from "../../functions/mark-as-paid/endpoint.ts";
import { purchaseOrderEndpoint } from "../../functions/purchase-order/endpoint.ts";
import { readAttemptsEndpoint } from "../../functions/read-attempts/endpoint.ts";
import { readRecordsEndpoint } from "../../functions/read-records/endpoint.ts";
import { reversePaymentEndpoint } from "../../functions/reverse-payment/endpoint.ts";
import { stopBatchEndpoint } from "../../functions/stop-batch/endpoint.ts";
import { updateInvoiceEndpoint } from "../../functions/update-invoice/endpoint.ts";
import { updatePurchaseOrderEndpoint } from "../../functions/update-purchase-order/endpoint.ts";
import { vendorAdvanceEndpoint } from "../../functions/vendor-advance/endpoint.ts";
import { type Endpoint, toRoute } from "../../shared/endpoints/endpoint.ts";
import * as endpoints from "../../shared/endpoints/endpoints.ts";
import type { SendChunks } from "../../shared/queue/chunk-queue.ts";
import type { OrganizationFile } from "../../tools/organization-files/schema.ts";

/** What the tests of common rules know of an endpoint. */
interface Tested {
	declared: Endpoint;
	/** The function's, as in `lib/api-functions.ts`. */
	name: string;
	create: (
		dependencies: Dependencies,
		sendChunks: SendChunks,
		// biome-ignore lint/suspicious/noExplicitAny: middleware adds to the event what the type already promises
	) => (event: any, context: Context) => Promise<unknown>;
	/** Error code for a key whose user is inactive; null: the request is answered as any other. */
	inactiveUserCode?: "INSUFFICIENT_PERMISSIONS" | "ACCESS_DENIED" | null;
	/** Who may use it as well: spec 4.3 rule 10, or the role `ADMIN`. */
	access?: "ADVANCES" | "ADMIN";
	/** A body that is answered 200 in an organization with `everyEndpointAdditions`; absent: it reads none. */
	body?: object;
	/** Set when the path has an id in it. */
	pathId?: { toUrl: (id: string) => string };
	/** The code of the 404 for an unknown id; absent: the request is answered 200. */
	notFoundCode?: string;
}

/** An endpoint as every test of a common rule goes through it, and as `openWorld` serves it. */
export type TestedEndpoint = Tested & Endpoint & ReturnType<typeof toRoute>;

const read = (declared: Endpoint, notFoundCode?: string): Tested => ({
	declared,
	name: "read-records",
	create: readRecordsEndpoint,
	...(notFoundCode && { notFoundCode }),
});

const transition = (
	declared: Endpoint,
	more: Pick<Tested, "access" | "body">,
): Tested => ({
	declared,
	name: "advance-workflow",
	create: advanceWorkflowEndpoint,
	notFoundCode: "PAYMENT_REQUEST_NOT_FOUND",
	...more,
});

const attempt = (declared: Endpoint): Tested => ({
	declared,
	name: "read-attempts",
	create: readAttemptsEndpoint,
	notFoundCode: "ATTEMPT_NOT_FOUND",
});

/** A new endpoint has its entry here, and with it the tests of all common rules (`test/functions/common-rules`). */
const tested: readonly Tested[] = [
	{
		declared: endpoints.createSkus,
		name: "bulk-skus",
		create: bulkSkusEndpoint,
		body: { skus: [{ name: "Steel rod", itemCode: "ROD-1" }] },
	},
	{
		declared: endpoints.createPurchaseOrder,
		name: "purchase-order",
		create: purchaseOrderEndpoint,
		body: {
			poNumber: "PO-0001",
			lineItems: [{ identifier: "line-1", quantity: 10, rate: 100 }],
			poType: "GOODS",
			matchingType: "TWO_WAY",
			poDate: "2026-11-21",
			gstin: "27AAPFU0939F1ZV",
		},
	},
	{
		declared: endpoints.markAsPaid,
		name: "mark-as-paid",
		create: markAsPaidEndpoint,
		body: {
			resourceType: "INVOICE",
			resources: [{ slug: "inv-0", amount: 1 }],
		},
	},
	{
		declared: endpoints.getBatch,
		name: "batch-status",
		create: batchStatusEndpoint,
		notFoundCode: "BATCH_NOT_FOUND",
	},
	{
		declared: endpoints.stopBatch,
		name: "stop-batch",
		create: stopBatchEndpoint,
		body: { reason: "wrong file" },
		notFoundCode: "BATCH_NOT_FOUND",
	},
	{
		declared: endpoints.createVendorAdvance,
		name: "vendor-advance",
		create: vendorAdvanceEndpoint,
		inactiveUserCode: "ACCESS_DENIED",
		access: "ADVANCES",
		body: { amount: 1000, vendorId: "v-1" },
	},
	{
		declared: endpoints.createVendor,
		name: "create-vendor",
		create: createVendorEndpoint,
		body: { name: "Paper Mills", vendorId: "v-9" },
	},
	{
		declared: endpoints.createInvoices,
		name: "create-invoices",
		create: createInvoicesEndpoint,
		body: {
			invoices: [
				{
					invoiceNumber: "N-1",
					vendorId: "v-1",
					amount: 100,
					invoiceDate: "2026-11-01",
				},
			],
		},
	},
	{
		declared: endpoints.updatePurchaseOrder,
		name: "update-purchase-order",
		create: updatePurchaseOrderEndpoint,
		body: {},
		notFoundCode: "PURCHASE_ORDER_NOT_FOUND",
	},
	{
		declared: endpoints.updateInvoice,
		name: "update-invoice",
		create: updateInvoiceEndpoint,
		body: {},
		notFoundCode: "INVOICE_NOT_FOUND",
	},
	{
		declared: endpoints.reversePayment,
		name: "reverse-payment",
		create: reversePaymentEndpoint,
		body: { reason: "Wrong invoice" },
		pathId: {
			// The id is an invoice's, or an invoice's with a payment's: `inv-0/payments/p-0`.
			toUrl: (id) =>
				`/v1.0/invoice/${id.includes("/") ? id : `${id}/payments/p-0`}/reversal`,
		},
		notFoundCode: "INVOICE_NOT_FOUND",
	},
	transition(endpoints.decideApproval, {
		body: { decision: "APPROVE", stage: 0, round: 1 },
	}),
	transition(endpoints.resubmitPaymentRequest, {
		access: "ADVANCES",
		body: { amount: 1000, vendorId: "v-1" },
	}),
	transition(endpoints.cancelPaymentRequest, {
		access: "ADVANCES",
		body: { reason: "Not needed" },
	}),
	transition(endpoints.changeApprover, {
		access: "ADMIN",
		body: { stage: 0, round: 1, to: "u-admin", reason: "Away" },
	}),
	attempt(endpoints.getMarkAsPaidAttempt),
	attempt(endpoints.getVendorAdvanceAttempt),
	read(endpoints.listPurchaseOrders),
	read(endpoints.getPurchaseOrder, "PURCHASE_ORDER_NOT_FOUND"),
	read(endpoints.listSkus),
	read(endpoints.listVendors),
	read(endpoints.getVendor, "VENDOR_NOT_FOUND"),
	read(endpoints.listInvoices),
	read(endpoints.getInvoice, "INVOICE_NOT_FOUND"),
	read(endpoints.listInvoicePayments, "INVOICE_NOT_FOUND"),
	read(endpoints.listPaymentRequests),
	read(endpoints.getPaymentRequest, "PAYMENT_REQUEST_NOT_FOUND"),
	read(endpoints.listPaymentRequestHistory, "PAYMENT_REQUEST_NOT_FOUND"),
	read(endpoints.listOpenApprovals),
	read(endpoints.listBatches),
	read(endpoints.getOrganization),
	read(endpoints.listEntities),
	read(endpoints.listGstTaxes),
	read(endpoints.listTdsTaxes),
	read(endpoints.listTags),
	read(endpoints.getTag, "TAG_NOT_FOUND"),
	{ ...read(endpoints.getKey), inactiveUserCode: null },
];

export const everyEndpoint: readonly TestedEndpoint[] = tested.map((one) => {
	const { method, path } = toRoute(one.declared.routeKey);
	return {
		...one.declared,
		method,
		path,
		inactiveUserCode: "INSUFFICIENT_PERMISSIONS",
		...(path.includes("{") && {
			pathId: { toUrl: (id) => path.replace(/\{.+\}/, () => id) },
		}),
		...one,
	};
});

/** The transitions of a payment request (approvals A2 to A5). */
export const transitions = everyEndpoint.filter(
	({ name }) => name === "advance-workflow",
);

/** Status, and code of the error, of a request that nothing is wrong with. */
export const toExpected = ({ notFoundCode }: TestedEndpoint) =>
	notFoundCode
		? { status: 404, code: notFoundCode }
		: { status: 200, code: undefined };

/** What those requests need in addition to `acme`. */
export const everyEndpointAdditions: Partial<OrganizationFile> = {
	vendors: [{ id: "v-1", name: "Steel Traders" }],
	invoices: [
		{ slug: "inv-0", vendorId: "v-1", state: "APPROVED", amount: 1_000 },
	],
	approvalPolicies: [{ name: "Default", default: true, stages: [] }],
	procurementPolicy: { payers: ["u-admin"] },
};

export interface FoundEndpoint {
	endpoint: TestedEndpoint;
	pathParameters: Record<string, string>;
}

/** As the gateway finds it: by method and decoded path, a literal segment before a parameter. */
export function findEndpoint(method: string, path: string): FoundEndpoint {
	const segments = path.split("/");
	const candidates = everyEndpoint
		.filter((endpoint) => endpoint.method === method)
		.flatMap((endpoint) => matchPath(endpoint, segments) ?? [])
		.toSorted((a, b) => countOf(a) - countOf(b));
	const [found] = candidates;
	if (!found) throw new Error(`No endpoint at ${method} ${path}`);
	return found;
}

const countOf = ({ pathParameters }: FoundEndpoint) =>
	Object.keys(pathParameters).length;

function matchPath(
	endpoint: TestedEndpoint,
	segments: readonly string[],
): FoundEndpoint | undefined {
	const pattern = endpoint.path.split("/");
	if (pattern.length !== segments.length) return undefined;
	const pathParameters: Record<string, string> = {};
	for (const [index, expected] of pattern.entries()) {
		const segment = segments[index] ?? "";
		const [, name] = /^\{(.+)\}$/.exec(expected) ?? [];
		if (name && segment) pathParameters[name] = segment;
		else if (segment !== expected) return undefined;
	}
	return { endpoint, pathParameters };
}
