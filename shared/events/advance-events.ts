import { toDecimalText } from "../money/decimal.ts";
import type {
	AdvanceTax,
	PaymentRequest,
} from "../payment-requests/payment-request.ts";
import type { ApprovalStage } from "../payment-requests/stages/approval-stage.ts";
import { boundedList, boundedText } from "./bounded.ts";
import type { Announcement } from "./service-event.ts";

/** What a new payment request announces. */
export function paymentRequestEvents(request: PaymentRequest): Announcement[] {
	const { id, type, state, vendorId, currency, orgEntity } = request;
	const { purchaseOrderLinkId, narration, createdAt, createdBy } = request;
	return [
		{
			detailType: "Payment Request Created",
			data: {
				paymentRequestId: id,
				type,
				state,
				policyUsed: boundedText(request.policyUsed),
				vendorId,
				currency,
				orgEntity,
				purchaseOrderLinkId,
				narration,
				tax: toTexts(request.tax),
				createdAt,
				createdBy,
			},
		},
	];
}

/** What a write announces that opens approvals of a stage, or asks their approvers again. */
export function approvalEvents(
	paymentRequestId: string,
	{ round, stage }: Pick<ApprovalStage, "round" | "stage">,
	approvers: readonly string[],
): Announcement[] {
	if (approvers.length === 0) return [];
	return [
		{
			detailType: "Approval Requested",
			data: {
				paymentRequestId,
				round,
				stage,
				approverCount: approvers.length,
				approvers: boundedList(approvers),
			},
		},
	];
}

const toTexts = ({
	subTotal,
	gstId,
	gstAmount,
	tdsId,
	tdsAmount,
	roundOff,
	netPayable,
}: AdvanceTax) => ({
	subTotal: toDecimalText(subTotal),
	gstId,
	gstAmount: gstAmount && toDecimalText(gstAmount),
	tdsId,
	tdsAmount: tdsAmount && toDecimalText(tdsAmount),
	roundOff: toDecimalText(roundOff),
	netPayable: toDecimalText(netPayable),
});
