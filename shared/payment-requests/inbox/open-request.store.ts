import type { Actor } from "../../actors/actor.ts";
import type { Item } from "../../dynamodb/reads/batch-get.ts";
import {
	fromStoredInteger,
	fromStoredNumber,
} from "../../dynamodb/stored-values.ts";
import type { PaymentRequest } from "../payment-request.ts";
import { asAdvanceItem } from "../payment-requests.store.ts";

/** What an approver's inbox shows of a payment request. */
export interface OpenRequest
	extends Pick<
		PaymentRequest,
		"id" | "vendorId" | "currency" | "narration" | "round" | "openStage"
	> {
	netPayable: PaymentRequest["tax"]["netPayable"];
	/** Who raised or last resubmitted it. */
	requestedBy: Actor;
}

/** Without its tags, which can be large. */
export const openRequestAttributes = [
	"id",
	"type",
	"state",
	"vendorId",
	"currency",
	"narration",
	"round",
	"openStage",
	"tax",
	"createdBy",
	"resubmittedBy",
] as const;

/** @returns null for a request whose approvals are not open. */
export function toOpenRequest(item: Item): OpenRequest | null {
	const stored = asAdvanceItem(item);
	if (stored.type !== "VENDOR_ADVANCE" || stored.state !== "PENDING")
		return null;
	const { id, vendorId, currency, narration, tax, round, openStage } = stored;
	return {
		id,
		vendorId,
		currency,
		narration,
		netPayable: fromStoredNumber(tax.netPayable),
		round: fromStoredInteger(round),
		openStage: openStage && fromStoredInteger(openStage),
		requestedBy: stored.resubmittedBy ?? stored.createdBy,
	};
}
