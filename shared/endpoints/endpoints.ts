import type { Endpoint } from "./endpoint.ts";

/*
 * Every endpoint, declared once and named by its `operationId`. The pipeline, the stack, the OpenAPI document and the
 * tests read it from here. Constants of their own: a function bundles only those that it names.
 */

// Spec 4.1, R3
export const createSkus = {
	routeKey: "POST /v1.0/inventory/skus/bulk",
	operation: "bulk-skus",
	permissions: ["inventory:write"],
} as const satisfies Endpoint;

export const listSkus = {
	routeKey: "GET /v1.0/inventory/skus",
	operation: "sku-list",
	permissions: ["inventory:read"],
} as const satisfies Endpoint;

// Spec 4.2, R2
export const createPurchaseOrder = {
	routeKey: "POST /v1.0/procurement/purchase-order",
	operation: "purchase-order",
	permissions: ["procurement:write"],
} as const satisfies Endpoint;

export const updatePurchaseOrder = {
	routeKey: "PATCH /v1.0/procurement/purchase-order/{poId}",
	operation: "update-purchase-order",
	permissions: ["procurement:write"],
	sessions: "permitted",
	ifMatch: "optional",
} as const satisfies Endpoint;

export const listPurchaseOrders = {
	routeKey: "GET /v1.0/procurement/purchase-order",
	operation: "purchase-order-list",
	permissions: ["procurement:read"],
	sessions: "permitted",
} as const satisfies Endpoint;

export const getPurchaseOrder = {
	routeKey: "GET /v1.0/procurement/purchase-order/{poId}",
	operation: "purchase-order-details",
	permissions: ["procurement:read"],
	sessions: "permitted",
} as const satisfies Endpoint;

// R4
export const createVendor = {
	routeKey: "POST /v1.0/vendor",
	operation: "create-vendor",
	permissions: ["vendors:write"],
} as const satisfies Endpoint;

export const updateVendor = {
	routeKey: "PATCH /v1.0/vendor/{vendorId}",
	operation: "update-vendor",
	permissions: ["vendors:write"],
	sessions: "permitted",
	ifMatch: "optional",
} as const satisfies Endpoint;

export const listVendors = {
	routeKey: "GET /v1.0/vendor",
	operation: "vendor-list",
	permissions: ["vendors:read"],
	sessions: "permitted",
} as const satisfies Endpoint;

export const getVendor = {
	routeKey: "GET /v1.0/vendor/{vendorId}",
	operation: "vendor-details",
	permissions: ["vendors:read"],
	sessions: "permitted",
} as const satisfies Endpoint;

// R5, C1
export const createInvoices = {
	routeKey: "POST /v1.0/invoice/bulk",
	operation: "create-invoices",
	permissions: ["invoices:write"],
} as const satisfies Endpoint;

export const updateInvoice = {
	routeKey: "PATCH /v1.0/invoice/{id}",
	operation: "update-invoice",
	permissions: ["invoices:write"],
	sessions: "permitted",
	ifMatch: "optional",
} as const satisfies Endpoint;

export const listInvoices = {
	routeKey: "GET /v1.0/invoice",
	operation: "invoice-list",
	permissions: ["invoices:read"],
	sessions: "permitted",
} as const satisfies Endpoint;

export const getInvoice = {
	routeKey: "GET /v1.0/invoice/{id}",
	operation: "invoice-details",
	permissions: ["invoices:read"],
	sessions: "permitted",
} as const satisfies Endpoint;

export const listInvoicePayments = {
	routeKey: "GET /v1.0/invoice/{id}/payments",
	operation: "invoice-payment-list",
	permissions: ["invoices:read"],
	sessions: "permitted",
} as const satisfies Endpoint;

export const reversePayment = {
	routeKey: "POST /v1.0/invoice/{id}/payments/{paymentId}/reversal",
	operation: "reverse-payment",
	permissions: ["payments:reverse"],
	sessions: "permitted",
} as const satisfies Endpoint;

// Spec 4.3, R6
export const createVendorAdvance = {
	routeKey: "POST /v1.0/payment/request/vendor-advance",
	operation: "vendor-advance",
	permissions: ["payments:request"],
	sessions: "permitted",
	idempotencyKey: "optional",
} as const satisfies Endpoint;

export const listPaymentRequests = {
	routeKey: "GET /v1.0/payment/request",
	operation: "payment-request-list",
	permissions: ["payments:read"],
	sessions: "permitted",
} as const satisfies Endpoint;

/** A6: approvers read what they decide. */
export const getPaymentRequest = {
	routeKey: "GET /v1.0/payment/request/{paymentRequestId}",
	operation: "payment-request-details",
	permissions: ["payments:read", "payments:approve"],
	sessions: "permitted",
} as const satisfies Endpoint;

// A2 to A6
export const listPaymentRequestHistory = {
	routeKey: "GET /v1.0/payment/request/{paymentRequestId}/history",
	operation: "payment-request-history",
	permissions: ["payments:read", "payments:approve"],
	sessions: "permitted",
} as const satisfies Endpoint;

export const listOpenApprovals = {
	routeKey: "GET /v1.0/approval",
	operation: "approval-list",
	permissions: ["payments:approve"],
	sessions: "permitted",
} as const satisfies Endpoint;

export const decideApproval = {
	routeKey: "POST /v1.0/payment/request/{paymentRequestId}/decision",
	operation: "decide-approval",
	permissions: ["payments:approve"],
	sessions: "permitted",
	ifMatch: "optional",
} as const satisfies Endpoint;

export const resubmitPaymentRequest = {
	routeKey: "POST /v1.0/payment/request/{paymentRequestId}/resubmission",
	operation: "resubmit-advance",
	permissions: ["payments:request"],
	sessions: "permitted",
	ifMatch: "required",
} as const satisfies Endpoint;

export const cancelPaymentRequest = {
	routeKey: "POST /v1.0/payment/request/{paymentRequestId}/cancellation",
	operation: "cancel-advance",
	permissions: ["payments:request"],
	sessions: "permitted",
	ifMatch: "optional",
} as const satisfies Endpoint;

export const changeApprover = {
	routeKey: "POST /v1.0/payment/request/{paymentRequestId}/approver",
	operation: "change-approver",
	permissions: ["payments:approve"],
	ifMatch: "required",
} as const satisfies Endpoint;

// Spec 4.4, contract 3, R8, C4
export const markAsPaid = {
	routeKey: "POST /v1.0/payment/mark-as-paid",
	operation: "mark-as-paid",
	permissions: ["payments:mark-paid"],
	idempotencyKey: "required",
} as const satisfies Endpoint;

const readBatches = [
	"payments:mark-paid",
	"payments:prepare",
	"payments:release",
	"payments:read",
] as const;

export const listBatches = {
	routeKey: "GET /v1.0/payment/mark-as-paid",
	operation: "batch-list",
	permissions: readBatches,
	sessions: "permitted",
} as const satisfies Endpoint;

export const getBatch = {
	routeKey: "GET /v1.0/payment/mark-as-paid/{bulkActionSlug}",
	operation: "batch-status",
	permissions: readBatches,
	sessions: "permitted",
} as const satisfies Endpoint;

export const stopBatch = {
	routeKey: "POST /v1.0/payment/mark-as-paid/{bulkActionSlug}/stop",
	operation: "stop-batch",
	permissions: ["payments:mark-paid", "payments:prepare", "payments:release"],
	sessions: "permitted",
} as const satisfies Endpoint;

// Runs P2 to P5
export const createPaymentRun = {
	routeKey: "POST /v1.0/payment/run",
	operation: "create-payment-run",
	permissions: ["payments:prepare"],
	sessions: "permitted",
} as const satisfies Endpoint;

const readRuns = [
	"payments:prepare",
	"payments:release",
	"payments:read",
] as const;

export const listPaymentRuns = {
	routeKey: "GET /v1.0/payment/run",
	operation: "payment-run-list",
	permissions: readRuns,
	sessions: "permitted",
} as const satisfies Endpoint;

export const getPaymentRun = {
	routeKey: "GET /v1.0/payment/run/{runId}",
	operation: "payment-run-details",
	permissions: readRuns,
	sessions: "permitted",
} as const satisfies Endpoint;

export const checkPaymentRun = {
	routeKey: "GET /v1.0/payment/run/{runId}/check",
	operation: "check-payment-run",
	permissions: readRuns,
	sessions: "permitted",
} as const satisfies Endpoint;

export const releasePaymentRun = {
	routeKey: "POST /v1.0/payment/run/{runId}/release",
	operation: "release-payment-run",
	permissions: ["payments:release"],
	sessions: "permitted",
} as const satisfies Endpoint;

export const discardPaymentRun = {
	routeKey: "POST /v1.0/payment/run/{runId}/discard",
	operation: "discard-payment-run",
	permissions: ["payments:prepare", "payments:release"],
	sessions: "permitted",
} as const satisfies Endpoint;

// R9: a key that may send the requests may also read their attempts.
export const getMarkAsPaidAttempt = {
	routeKey: "GET /v1.0/attempt/mark-as-paid",
	operation: "read-attempts",
	permissions: ["payments:read", "payments:mark-paid"],
	idempotencyKey: "read",
} as const satisfies Endpoint;

export const getVendorAdvanceAttempt = {
	routeKey: "GET /v1.0/attempt/vendor-advance",
	operation: "read-attempts",
	permissions: ["payments:read", "payments:request"],
	sessions: "permitted",
	idempotencyKey: "read",
} as const satisfies Endpoint;

// R11
export const listEvents = {
	routeKey: "GET /v1.0/event",
	operation: "event-list",
	permissions: ["events:read"],
	sessions: "permitted",
} as const satisfies Endpoint;

// R7, C3
export const getOrganization = {
	routeKey: "GET /v1.0/organization",
	operation: "organization-details",
	permissions: ["organization:read"],
	sessions: "always",
} as const satisfies Endpoint;

export const listEntities = {
	routeKey: "GET /v1.0/organization/entities",
	operation: "entity-list",
	permissions: ["organization:read"],
	sessions: "permitted",
} as const satisfies Endpoint;

export const listUsers = {
	routeKey: "GET /v1.0/organization/users",
	operation: "user-list",
	permissions: ["organization:read"],
	sessions: "always",
} as const satisfies Endpoint;

export const listGstTaxes = {
	routeKey: "GET /v1.0/tax/gst",
	operation: "gst-tax-list",
	permissions: ["organization:read"],
	sessions: "permitted",
} as const satisfies Endpoint;

export const listTdsTaxes = {
	routeKey: "GET /v1.0/tax/tds",
	operation: "tds-tax-list",
	permissions: ["organization:read"],
	sessions: "permitted",
} as const satisfies Endpoint;

export const listTags = {
	routeKey: "GET /v1.0/tag",
	operation: "tag-list",
	permissions: ["organization:read"],
	sessions: "permitted",
} as const satisfies Endpoint;

export const getTag = {
	routeKey: "GET /v1.0/tag/{id}",
	operation: "tag-details",
	permissions: ["organization:read"],
	sessions: "permitted",
} as const satisfies Endpoint;

export const getKey = {
	routeKey: "GET /v1.0/key",
	operation: "key-details",
	permissions: [],
	sessions: "always",
} as const satisfies Endpoint;
