import type { Table } from "../dynamodb/table.ts";
import { creationList } from "../lists/creation-list.store.ts";
import type { RecordList } from "../lists/record-list.store.ts";
import { findAdvance } from "./find-advance.store.ts";
import {
	toListedPaymentRequest,
	toPaymentRequestRecord,
} from "./payment-request.record.ts";
import type { AdvanceState } from "./payment-request.ts";
import { toAnyPaymentRequest } from "./payment-requests.store.ts";

export interface PaymentRequestFilters {
	state?: AdvanceState | undefined;
	vendorId?: string | undefined;
}

/** R6: the organization's payment requests, newest first. */
export const paymentRequestList = (
	table: Table,
	organizationId: string,
	{ state, vendorId }: PaymentRequestFilters = {},
): RecordList =>
	creationList(table, {
		organizationId,
		kind: "PAYMENT_REQUEST",
		toStored: toAnyPaymentRequest,
		filters: { state, vendorId },
		toRecord: toListedPaymentRequest,
	});

/** R6: a payment request with the approvals of its present round, and its version. */
export async function findPaymentRequest(
	table: Table,
	organizationId: string,
	paymentRequestId: string,
) {
	const found = await findAdvance(table, organizationId, paymentRequestId);
	if (!found) return undefined;
	const { request, stages } =
		"imported" in found ? { request: found.imported, stages: [] } : found;
	return {
		record: toPaymentRequestRecord(request, stages),
		version: request.version,
	};
}
