import type { AdvanceState } from "../../domain/payment-request.ts";
import {
	type AnyPaymentRequest,
	toListedPaymentRequest,
	toPaymentRequestRecord,
} from "../../domain/records/payment-request-record.ts";
import {
	asAdvanceItem,
	toApprovals,
	toPaymentRequest,
} from "../advances/payment-requests.ts";
import type { Item } from "../dynamodb/batch-get.ts";
import { queryPartition } from "../dynamodb/query.ts";
import { readWhole } from "../dynamodb/read-whole.ts";
import type { Table } from "../dynamodb/table.ts";
import { isKeyText, paymentRequestKey } from "../keys.ts";
import { creationList } from "../lists/creation-list.ts";
import type { RecordList } from "../lists/record-list.ts";

export interface PaymentRequestFilters {
	state?: AdvanceState | undefined;
	vendorId?: string | undefined;
}

/** Records R6: the organization's payment requests, newest first. */
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

/** Records R6: a payment request with the approvals of all its stages. */
export async function findPaymentRequest(
	table: Table,
	organizationId: string,
	paymentRequestId: string,
) {
	if (!isKeyText(paymentRequestId)) return undefined;
	const { pk, sk } = paymentRequestKey(organizationId, paymentRequestId);
	const read = async () => {
		const items = await queryPartition(table, { pk });
		const item = items.find((one) => one.sk === sk);
		const stages = items.filter((one) => one !== item);
		return { item, stages };
	};
	const { item, stages } = await readWhole(
		table,
		read,
		({ item, stages }) => stages.length > 0 || !isWrittenWithApprovals(item),
	);
	if (!item) return undefined;
	const approvals = stages
		.flatMap(toApprovals)
		.sort((one, other) => one.stage - other.stage);
	return {
		record: toPaymentRequestRecord(toAnyPaymentRequest(item), approvals),
	};
}

/** So is an advance that waits for approval, unless an import has changed its state. */
function isWrittenWithApprovals(item: Item | undefined): boolean {
	if (!item || item.importDigest !== undefined) return false;
	const { type, state } = asAdvanceItem(item);
	return type === "VENDOR_ADVANCE" && state === "PENDING";
}

function toAnyPaymentRequest(item: Item): AnyPaymentRequest {
	const stored = asAdvanceItem(item);
	if (stored.type === "VENDOR_ADVANCE") return toPaymentRequest(stored);
	const { id, type, state, vendorId, purchaseOrderLinkId } = stored;
	const { createdAt = null } = stored;
	return {
		id,
		type,
		state,
		vendorId,
		purchaseOrderLinkId,
		createdAt,
		createdBy: null,
	};
}
