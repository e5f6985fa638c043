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
import type { IdempotencyKeyUse } from "../../shared/http/middleware/read-idempotency-key.ts";
import type { Permission } from "../../shared/organizations/organization.ts";
import type { SendChunks } from "../../shared/queue/chunk-queue.ts";
import type { OrganizationFile } from "../../tools/organization-files/schema.ts";

/** An endpoint as every test of a common rule goes through it, and as `openWorld` serves it. */
export interface TestedEndpoint {
	/** Name, method and path are those of `lib/endpoints.ts`. */
	name: string;
	method: "GET" | "POST" | "PATCH";
	path: `/${string}`;
	create: (
		dependencies: Dependencies,
		sendChunks: SendChunks,
		// biome-ignore lint/suspicious/noExplicitAny: middleware adds to the event what the type already promises
	) => (event: any, context: Context) => Promise<unknown>;
	/** Named in logs; `name` when absent. */
	operation?: string;
	/** Any one of these is enough. Empty: a key needs none. */
	permissions: readonly Permission[];
	/** `read`: the key names another request. */
	idempotencyKey: IdempotencyKeyUse | "read";
	/** Error code for a key whose user is inactive; absent: the request is answered as any other. */
	inactiveUserCode?: "INSUFFICIENT_PERMISSIONS" | "ACCESS_DENIED";
	/** Who may use it as well: spec 4.3 rule 10, or the role `ADMIN`. */
	access?: "ADVANCES" | "ADMIN";
	/** `required`: a request without it is a 400. */
	ifMatch?: "required";
	/** A body that is answered 200 in an organization with `everyEndpointAdditions`; absent: it reads none. */
	body?: object;
	/** Set when the path has an id in it. */
	pathId?: { toUrl: (id: string) => string };
	/** The code of the 404 for an unknown id; absent: the request is answered 200. */
	notFoundCode?: string;
}

const paymentRequestReaders = ["payments:read", "payments:approve"] as const;

/** A new endpoint has its entry here, and with it the tests of all common rules (`test/functions/common-rules`). */
export const everyEndpoint: readonly TestedEndpoint[] = [
	{
		name: "bulk-skus",
		method: "POST",
		path: "/v1.0/inventory/skus/bulk",
		create: bulkSkusEndpoint,
		permissions: ["inventory:write"],
		idempotencyKey: "unused",
		inactiveUserCode: "INSUFFICIENT_PERMISSIONS",
		body: { skus: [{ name: "Steel rod", itemCode: "ROD-1" }] },
	},
	{
		name: "purchase-order",
		method: "POST",
		path: "/v1.0/procurement/purchase-order",
		create: purchaseOrderEndpoint,
		permissions: ["procurement:write"],
		idempotencyKey: "unused",
		inactiveUserCode: "INSUFFICIENT_PERMISSIONS",
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
		name: "mark-as-paid",
		method: "POST",
		path: "/v1.0/payment/mark-as-paid",
		create: markAsPaidEndpoint,
		permissions: ["payments:mark-paid"],
		idempotencyKey: "required",
		inactiveUserCode: "INSUFFICIENT_PERMISSIONS",
		body: {
			resourceType: "INVOICE",
			resources: [{ slug: "inv-0", amount: 1 }],
		},
	},
	{
		name: "batch-status",
		method: "GET",
		path: "/v1.0/payment/mark-as-paid/{bulkActionSlug}",
		create: batchStatusEndpoint,
		permissions: ["payments:mark-paid"],
		idempotencyKey: "unused",
		inactiveUserCode: "INSUFFICIENT_PERMISSIONS",
		pathId: { toUrl: (id) => `/v1.0/payment/mark-as-paid/${id}` },
		notFoundCode: "BATCH_NOT_FOUND",
	},
	{
		name: "stop-batch",
		method: "POST",
		path: "/v1.0/payment/mark-as-paid/{bulkActionSlug}/stop",
		create: stopBatchEndpoint,
		permissions: ["payments:mark-paid"],
		idempotencyKey: "unused",
		inactiveUserCode: "INSUFFICIENT_PERMISSIONS",
		body: { reason: "wrong file" },
		pathId: { toUrl: (id) => `/v1.0/payment/mark-as-paid/${id}/stop` },
		notFoundCode: "BATCH_NOT_FOUND",
	},
	{
		name: "vendor-advance",
		method: "POST",
		path: "/v1.0/payment/request/vendor-advance",
		create: vendorAdvanceEndpoint,
		permissions: ["payments:request"],
		idempotencyKey: "optional",
		inactiveUserCode: "ACCESS_DENIED",
		access: "ADVANCES",
		body: { amount: 1000, vendorId: "v-1" },
	},
	{
		name: "create-vendor",
		method: "POST",
		path: "/v1.0/vendor",
		create: createVendorEndpoint,
		permissions: ["vendors:write"],
		idempotencyKey: "unused",
		inactiveUserCode: "INSUFFICIENT_PERMISSIONS",
		body: { name: "Paper Mills", vendorId: "v-9" },
	},
	{
		name: "create-invoices",
		method: "POST",
		path: "/v1.0/invoice/bulk",
		create: createInvoicesEndpoint,
		permissions: ["invoices:write"],
		idempotencyKey: "unused",
		inactiveUserCode: "INSUFFICIENT_PERMISSIONS",
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
		name: "update-purchase-order",
		method: "PATCH",
		path: "/v1.0/procurement/purchase-order/{poId}",
		create: updatePurchaseOrderEndpoint,
		permissions: ["procurement:write"],
		idempotencyKey: "unused",
		inactiveUserCode: "INSUFFICIENT_PERMISSIONS",
		body: {},
		pathId: { toUrl: (id) => `/v1.0/procurement/purchase-order/${id}` },
		notFoundCode: "PURCHASE_ORDER_NOT_FOUND",
	},
	{
		name: "update-invoice",
		method: "PATCH",
		path: "/v1.0/invoice/{id}",
		create: updateInvoiceEndpoint,
		permissions: ["invoices:write"],
		idempotencyKey: "unused",
		inactiveUserCode: "INSUFFICIENT_PERMISSIONS",
		body: {},
		pathId: { toUrl: (id) => `/v1.0/invoice/${id}` },
		notFoundCode: "INVOICE_NOT_FOUND",
	},
	{
		name: "reverse-payment",
		method: "POST",
		path: "/v1.0/invoice/{id}/payments/{paymentId}/reversal",
		create: reversePaymentEndpoint,
		permissions: ["payments:reverse"],
		idempotencyKey: "unused",
		inactiveUserCode: "INSUFFICIENT_PERMISSIONS",
		body: { reason: "Wrong invoice" },
		pathId: {
			// The id is an invoice's, or an invoice's with a payment's: `inv-0/payments/p-0`.
			toUrl: (id) =>
				`/v1.0/invoice/${id.includes("/") ? id : `${id}/payments/p-0`}/reversal`,
		},
		notFoundCode: "INVOICE_NOT_FOUND",
	},
	transition("decision", "decide-approval", {
		permissions: ["payments:approve"],
		body: { decision: "APPROVE", stage: 0, round: 1 },
	}),
	transition("resubmission", "resubmit-advance", {
		access: "ADVANCES",
		permissions: ["payments:request"],
		ifMatch: "required",
		body: { amount: 1000, vendorId: "v-1" },
	}),
	transition("cancellation", "cancel-advance", {
		access: "ADVANCES",
		permissions: ["payments:request"],
		body: { reason: "Not needed" },
	}),
	transition("approver", "change-approver", {
		access: "ADMIN",
		permissions: ["payments:approve"],
		ifMatch: "required",
		body: { stage: 0, round: 1, to: "u-admin", reason: "Away" },
	}),
	attempts("mark-as-paid", "payments:mark-paid"),
	attempts("vendor-advance", "payments:request"),
	read("/v1.0/procurement/purchase-order", "procurement:read"),
	read("/v1.0/procurement/purchase-order/{poId}", "procurement:read", {
		notFoundCode: "PURCHASE_ORDER_NOT_FOUND",
	}),
	read("/v1.0/inventory/skus", "inventory:read"),
	read("/v1.0/vendor", "vendors:read"),
	read("/v1.0/vendor/{vendorId}", "vendors:read", {
		notFoundCode: "VENDOR_NOT_FOUND",
	}),
	read("/v1.0/invoice", "invoices:read"),
	read("/v1.0/invoice/{id}", "invoices:read", {
		notFoundCode: "INVOICE_NOT_FOUND",
	}),
	read("/v1.0/invoice/{id}/payments", "invoices:read", {
		notFoundCode: "INVOICE_NOT_FOUND",
	}),
	read("/v1.0/payment/request", "payments:read"),
	read("/v1.0/payment/request/{paymentRequestId}", paymentRequestReaders, {
		notFoundCode: "PAYMENT_REQUEST_NOT_FOUND",
	}),
	read(
		"/v1.0/payment/request/{paymentRequestId}/history",
		paymentRequestReaders,
		{ notFoundCode: "PAYMENT_REQUEST_NOT_FOUND" },
	),
	read("/v1.0/approval", "payments:approve"),
	read("/v1.0/payment/mark-as-paid", "payments:mark-paid"),
	read("/v1.0/organization", "organization:read"),
	read("/v1.0/organization/entities", "organization:read"),
	read("/v1.0/tax/gst", "organization:read"),
	read("/v1.0/tax/tds", "organization:read"),
	read("/v1.0/tag", "organization:read"),
	read("/v1.0/tag/{id}", "organization:read", {
		notFoundCode: "TAG_NOT_FOUND",
	}),
	{
		name: "read-records",
		method: "GET",
		path: "/v1.0/key",
		create: readRecordsEndpoint,
		permissions: [],
		idempotencyKey: "unused",
	},
];

function read(
	path: `/${string}`,
	permission: Permission | readonly Permission[],
	more: Pick<TestedEndpoint, "notFoundCode"> = {},
): TestedEndpoint {
	return {
		name: "read-records",
		method: "GET",
		path,
		create: readRecordsEndpoint,
		permissions: [permission].flat(),
		idempotencyKey: "unused",
		inactiveUserCode: "INSUFFICIENT_PERMISSIONS",
		...(path.includes("{") && {
			pathId: { toUrl: (id) => path.replace(/\{.+\}/, () => id) },
		}),
		...more,
	};
}

function transition(
	name: string,
	operation: string,
	more: Pick<TestedEndpoint, "access" | "permissions" | "body" | "ifMatch">,
): TestedEndpoint {
	const toUrl = (id: string) => `/v1.0/payment/request/${id}/${name}`;
	return {
		name: "advance-workflow",
		method: "POST",
		path: toUrl("{paymentRequestId}") as `/${string}`,
		create: advanceWorkflowEndpoint,
		operation,
		idempotencyKey: "unused",
		inactiveUserCode: "INSUFFICIENT_PERMISSIONS",
		pathId: { toUrl },
		notFoundCode: "PAYMENT_REQUEST_NOT_FOUND",
		...more,
	};
}

function attempts(operation: string, permission: Permission): TestedEndpoint {
	return {
		name: "read-attempts",
		method: "GET",
		path: `/v1.0/attempt/${operation}`,
		create: readAttemptsEndpoint,
		permissions: ["payments:read", permission],
		idempotencyKey: "read",
		inactiveUserCode: "INSUFFICIENT_PERMISSIONS",
		notFoundCode: "ATTEMPT_NOT_FOUND",
	};
}

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
