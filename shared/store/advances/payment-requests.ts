import { fromExactJson, toExactJson } from "../../domain/exact-json.ts";
import { toMoney } from "../../domain/money.ts";
import type {
	AdvanceTax,
	Approval,
	ImportedAdvance,
	PaymentRequest,
} from "../../domain/payment-request.ts";
import { type Item, storedAs } from "../dynamodb/batch-get.ts";
import {
	fromStoredInteger,
	fromStoredNumber,
	type StoredNumber,
	toStoredNumber,
} from "../dynamodb/numbers.ts";
import { approvalKey, type Key, paymentRequestKey } from "../keys.ts";

/** A vendor advance as the table holds it; absent is null. */
export interface PaymentRequestItem
	extends Key,
		Omit<PaymentRequest, "orgEntity" | "tags" | "tax"> {
	orgEntity: StoredNumber | null;
	/** JSON: slugs may be any text, `__proto__` included. */
	tags: string;
	tax: {
		[Figure in keyof AdvanceTax]: null extends AdvanceTax[Figure]
			? StoredNumber | null
			: StoredNumber;
	};
}

/** An advance that came with an organization file, under the same key. */
export type ImportedAdvanceItem = Key & ImportedAdvance;

/** The approvals of one stage of a payment request, in the policy's order. */
export interface ApprovalItem extends Key {
	stage: StoredNumber;
	approvers: Pick<Approval, "userId" | "state">[];
}

export function toPaymentRequestItem(
	organizationId: string,
	request: PaymentRequest,
): PaymentRequestItem {
	const { orgEntity, tags, tax, ...rest } = request;
	return {
		...paymentRequestKey(organizationId, request.id),
		...rest,
		orgEntity: toStoredOrNull(orgEntity),
		tags: toExactJson(tags),
		tax: {
			subTotal: toStoredNumber(tax.subTotal),
			gstId: toStoredOrNull(tax.gstId),
			gstAmount: tax.gstAmount && toStoredNumber(tax.gstAmount),
			tdsId: toStoredOrNull(tax.tdsId),
			tdsAmount: tax.tdsAmount && toStoredNumber(tax.tdsAmount),
			roundOff: toStoredNumber(tax.roundOff),
			netPayable: toStoredNumber(tax.netPayable),
		},
	};
}

/** The stage's approvals, all open. */
export function toApprovalItem(
	organizationId: string,
	paymentRequestId: string,
	{ stage, approvers }: { stage: number; approvers: readonly string[] },
): ApprovalItem {
	return {
		...approvalKey(organizationId, paymentRequestId, stage),
		stage: toStoredNumber(toMoney(stage)),
		approvers: approvers.map((userId) => ({ userId, state: "OPEN" })),
	};
}

export function toImportedAdvanceItem(
	organizationId: string,
	advance: ImportedAdvance,
): ImportedAdvanceItem {
	return { ...paymentRequestKey(organizationId, advance.id), ...advance };
}

/** What is known of every advance, however it came here. */
export function toAdvance(
	item: Item,
): Pick<
	PaymentRequest | ImportedAdvance,
	"id" | "type" | "state" | "purchaseOrderLinkId" | "vendorId"
> {
	const { id, type, state, purchaseOrderLinkId, vendorId } = storedAs<
		PaymentRequestItem | ImportedAdvanceItem
	>(item);
	return { id, type, state, purchaseOrderLinkId, vendorId };
}

/** Of an advance that was raised over the API. */
export function toPaymentRequest(item: Item): PaymentRequest {
	const stored = storedAs<PaymentRequestItem>(item);
	const { tax } = stored;
	return {
		id: stored.id,
		type: stored.type,
		state: stored.state,
		policyUsed: stored.policyUsed,
		vendorId: stored.vendorId,
		currency: stored.currency,
		orgEntity: fromStoredOrNull(stored.orgEntity),
		purchaseOrderLinkId: stored.purchaseOrderLinkId,
		narration: stored.narration,
		// The numbers in it as they were sent.
		tags: fromExactJson(stored.tags) as PaymentRequest["tags"],
		tax: {
			subTotal: fromStoredNumber(tax.subTotal),
			gstId: fromStoredOrNull(tax.gstId),
			gstAmount: tax.gstAmount && fromStoredNumber(tax.gstAmount),
			tdsId: fromStoredOrNull(tax.tdsId),
			tdsAmount: tax.tdsAmount && fromStoredNumber(tax.tdsAmount),
			roundOff: fromStoredNumber(tax.roundOff),
			netPayable: fromStoredNumber(tax.netPayable),
		},
		payers: stored.payers,
		createdAt: stored.createdAt,
	};
}

export function toApprovals(item: Item): Approval[] {
	const { stage, approvers } = storedAs<ApprovalItem>(item);
	return approvers.map(({ userId, state }) => ({
		stage: fromStoredInteger(stage),
		userId,
		state,
	}));
}

const toStoredOrNull = (integer: number | null) =>
	integer === null ? null : toStoredNumber(toMoney(integer));

const fromStoredOrNull = (stored: StoredNumber | null) =>
	stored && fromStoredInteger(stored);
