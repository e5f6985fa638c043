import type * as endpoints from "../../shared/endpoints/endpoints.ts";
import { cancelPaymentRequest } from "./approvals/cancel-payment-request.ts";
import { changeApprover } from "./approvals/change-approver.ts";
import { decideApproval } from "./approvals/decide-approval.ts";
import { listOpenApprovals } from "./approvals/list-open-approvals.ts";
import { listPaymentRequestHistory } from "./approvals/list-payment-request-history.ts";
import { resubmitPaymentRequest } from "./approvals/resubmit-payment-request.ts";
import { getMarkAsPaidAttempt } from "./attempts/get-mark-as-paid-attempt.ts";
import { getVendorAdvanceAttempt } from "./attempts/get-vendor-advance-attempt.ts";
import type { Exhibit } from "./exhibit.ts";
import { createInvoices } from "./invoices/create-invoices.ts";
import { getInvoice } from "./invoices/get-invoice.ts";
import { listInvoicePayments } from "./invoices/list-invoice-payments.ts";
import { listInvoices } from "./invoices/list-invoices.ts";
import { reversePayment } from "./invoices/reverse-payment.ts";
import { updateInvoice } from "./invoices/update-invoice.ts";
import { getKey } from "./organization/get-key.ts";
import { getOrganization } from "./organization/get-organization.ts";
import { getTag } from "./organization/get-tag.ts";
import { listEntities } from "./organization/list-entities.ts";
import { listEvents } from "./organization/list-events.ts";
import { listGstTaxes } from "./organization/list-gst-taxes.ts";
import { listTags } from "./organization/list-tags.ts";
import { listTdsTaxes } from "./organization/list-tds-taxes.ts";
import { listUsers } from "./organization/list-users.ts";
import { createVendorAdvance } from "./payment-requests/create-vendor-advance.ts";
import { getPaymentRequest } from "./payment-requests/get-payment-request.ts";
import { listPaymentRequests } from "./payment-requests/list-payment-requests.ts";
import { checkPaymentRun } from "./payment-runs/check-payment-run.ts";
import { createPaymentRun } from "./payment-runs/create-payment-run.ts";
import { discardPaymentRun } from "./payment-runs/discard-payment-run.ts";
import { getPaymentRun } from "./payment-runs/get-payment-run.ts";
import { listPaymentRuns } from "./payment-runs/list-payment-runs.ts";
import { releasePaymentRun } from "./payment-runs/release-payment-run.ts";
import { getBatch } from "./payments/get-batch.ts";
import { listBatches } from "./payments/list-batches.ts";
import { markAsPaid } from "./payments/mark-as-paid.ts";
import { stopBatch } from "./payments/stop-batch.ts";
import { createPurchaseOrder } from "./purchase-orders/create-purchase-order.ts";
import { getPurchaseOrder } from "./purchase-orders/get-purchase-order.ts";
import { listPurchaseOrders } from "./purchase-orders/list-purchase-orders.ts";
import { updatePurchaseOrder } from "./purchase-orders/update-purchase-order.ts";
import { createSkus } from "./skus/create-skus.ts";
import { listSkus } from "./skus/list-skus.ts";
import { createVendor } from "./vendors/create-vendor.ts";
import { getVendor } from "./vendors/get-vendor.ts";
import { listVendors } from "./vendors/list-vendors.ts";
import { updateVendor } from "./vendors/update-vendor.ts";

type Name = keyof typeof endpoints;

/** The exhibits by the endpoints' names in `endpoints.ts`, the `operationId`s, in the order of the OpenAPI document. */
const byName = {
	createSkus,
	listSkus,
	createPurchaseOrder,
	listPurchaseOrders,
	getPurchaseOrder,
	updatePurchaseOrder,
	createVendor,
	listVendors,
	getVendor,
	updateVendor,
	createVendorAdvance,
	listPaymentRequests,
	getPaymentRequest,
	listOpenApprovals,
	listPaymentRequestHistory,
	decideApproval,
	resubmitPaymentRequest,
	cancelPaymentRequest,
	changeApprover,
	createInvoices,
	listInvoices,
	getInvoice,
	listInvoicePayments,
	updateInvoice,
	reversePayment,
	markAsPaid,
	listBatches,
	getBatch,
	stopBatch,
	createPaymentRun,
	listPaymentRuns,
	getPaymentRun,
	checkPaymentRun,
	releasePaymentRun,
	discardPaymentRun,
	getMarkAsPaidAttempt,
	getVendorAdvanceAttempt,
	listEvents,
	getOrganization,
	listEntities,
	listUsers,
	listGstTaxes,
	listTdsTaxes,
	listTags,
	getTag,
	getKey,
} satisfies Record<Name, Exhibit>;

export interface NamedExhibit extends Exhibit {
	/** The `operationId`. */
	id: string;
}

export const exhibits: readonly NamedExhibit[] = Object.entries(byName).map(
	([id, exhibit]): NamedExhibit => ({ id, ...exhibit }),
);
