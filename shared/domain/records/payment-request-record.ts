import type { Actor } from "../organization/organization.ts";
import type {
	Approval,
	ImportedAdvance,
	PaymentRequest,
} from "../payment-request.ts";
import { toWho } from "./who.ts";

/** A payment request from the API or from an organization file. */
export type AnyPaymentRequest =
	| PaymentRequest
	| (ImportedAdvance & {
			/** RFC 3339; null when unknown. */
			createdAt: string | null;
			createdBy: Actor | null;
	  });

/** Records R6: a payment request in a list. */
export const toListedPaymentRequest = (request: AnyPaymentRequest) => ({
	...toHead(request),
	tax: toTax(request),
	...toTail(request),
});

/** Records R6: a payment request from GET by id. */
export function toPaymentRequestRecord(
	request: AnyPaymentRequest,
	approvals: readonly Approval[],
) {
	const isImported = request.type === "IMPORTED_ADVANCE";
	return {
		...toHead(request),
		tags: isImported ? null : request.tags,
		tax: toTax(request),
		payers: isImported ? null : request.payers,
		approvals: isImported ? null : approvals,
		...toTail(request),
	};
}

function toHead(request: AnyPaymentRequest) {
	const { policyUsed, currency, orgEntity, narration } =
		request.type === "IMPORTED_ADVANCE" ? importedUnknowns : request;
	return {
		paymentRequestId: request.id,
		type: "VENDOR_ADVANCE",
		state: request.state,
		policyUsed,
		vendorId: request.vendorId,
		currency,
		orgEntity,
		purchaseOrderLinkId: request.purchaseOrderLinkId,
		narration,
	};
}

const importedUnknowns = {
	policyUsed: null,
	currency: null,
	orgEntity: null,
	narration: null,
};

function toTax(request: AnyPaymentRequest) {
	if (request.type === "IMPORTED_ADVANCE") return null;
	const { tax } = request;
	return {
		subTotal: tax.subTotal,
		gstId: tax.gstId,
		gstAmount: tax.gstAmount,
		tdsId: tax.tdsId,
		tdsAmount: tax.tdsAmount,
		roundOff: tax.roundOff,
		netPayable: tax.netPayable,
	};
}

const toTail = ({ createdAt, createdBy }: AnyPaymentRequest) => ({
	createdAt,
	createdBy: toWho(createdBy),
});
