import type { ApprovalRequest } from "../../shared/mails/content/approval-mail.ts";
import { toDecimal } from "../../shared/money/decimal.ts";
import type { PaymentRequest } from "../../shared/payment-requests/payment-request.ts";
import { toStages } from "../../shared/payment-requests/stages/approval-stage.ts";
import { inFirstRound } from "./first-round.ts";

/** A request as the mails about it get it. */
export const mailedRequest = (
	change: Partial<PaymentRequest> = {},
): ApprovalRequest => ({
	paymentRequest: {
		id: "01M800MTVARA0YJWV9MQKHESTK",
		type: "VENDOR_ADVANCE",
		state: "PENDING",
		policyUsed: "Large advances",
		vendorId: "v-steel",
		currency: "INR",
		orgEntity: 11,
		purchaseOrderLinkId: "po-large",
		narration: "Half of the steel",
		tags: {},
		tax: {
			subTotal: toDecimal(150_000),
			gstId: 1,
			gstAmount: toDecimal(27_000),
			tdsId: 1,
			tdsAmount: toDecimal("15000.5"),
			roundOff: toDecimal(0),
			netPayable: toDecimal("161999.5"),
		},
		payers: ["u-admin"],
		...inFirstRound("2026-11-21T21:36:52.586Z", {
			userId: "u-admin",
			keyId: "key_1",
		}),
		...change,
	},
	stage: 0,
	stages: toStages(
		{
			name: "Large advances",
			stages: [
				{ approvers: ["u-admin", "u-approver"] },
				{ approvers: ["u-admin"] },
			],
		},
		{ round: 1, requesters: [], at: "2026-11-21T21:36:52.586Z" },
	),
	organizationName: "Demo India Pvt Ltd",
	timezone: "Asia/Kolkata",
	people: new Map([
		["u-admin", "Asha"],
		["u-approver", "Divya"],
	]),
	vendorName: "Steel Traders",
	gstName: "GST 18%",
	tdsName: "TDS 10%",
	order: {
		poNumber: "PO-0003",
		amount: toDecimal(354_000),
		description: "Steel for plant 2",
	},
	tags: [{ name: "Cost centre", value: "R&D" }],
});
