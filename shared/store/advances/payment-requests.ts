import { fromExactJson, toExactJson } from "../../domain/json/exact-json.ts";
import { toMoney } from "../../domain/money.ts";
import type { Actor } from "../../domain/organization/organization.ts";
import type {
	AdvanceTax,
	Approval,
	ImportedAdvance,
	PaymentRequest,
} from "../../domain/payment-request.ts";
import { fromStoredActor } from "../authors.ts";
import type { Item } from "../dynamodb/batch-get.ts";
import {
	fromStoredInteger,
	fromStoredNumber,
	type StoredNumber,
	toStoredNumber,
} from "../dynamodb/stored-values.ts";
import { approvalKey, type Key, paymentRequestKey } from "../keys.ts";
import { type ListKey, toListKey } from "../list-index.ts";

/** The item of a vendor advance. */
export interface PaymentRequestItem
	extends Key,
		Partial<ListKey>,
		Omit<PaymentRequest, "createdBy" | "orgEntity" | "tags" | "tax"> {
	/** Absent in items stored before it was recorded. */
	createdBy?: Actor | null;
	orgEntity: StoredNumber | null;
	/** JSON, because slugs may be any text, `__proto__` included. */
	tags: string;
	tax: {
		[Figure in keyof AdvanceTax]: null extends AdvanceTax[Figure]
			? StoredNumber | null
			: StoredNumber;
	};
}

/** The item of an imported advance, under the same key. */
export interface ImportedAdvanceItem
	extends Key,
		Partial<ListKey>,
		ImportedAdvance {
	/** Absent in items stored before it was recorded. */
	createdAt?: string;
}

/** The item of one stage's approvals, in the policy's order. */
export interface ApprovalItem extends Key {
	stage: StoredNumber;
	approvers: Pick<Approval, "userId" | "state">[];
}

/** Unchecked cast: items under a payment request's key have one of these shapes. */
export const asAdvanceItem = (item: Item) =>
	item as (PaymentRequestItem | ImportedAdvanceItem) & Item;

export function toPaymentRequestItem(
	organizationId: string,
	request: PaymentRequest,
): PaymentRequestItem {
	const { orgEntity, tags, tax, ...rest } = request;
	const { createdAt } = request;
	const key = paymentRequestKey(organizationId, request.id);
	return {
		...key,
		...toListKey(organizationId, "PAYMENT_REQUEST", { ...key, createdAt }),
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

/** Makes the item of a stage with all approvals open. */
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

/** The properties that created and imported advances share. */
export function toAdvance(
	item: Item,
): Pick<
	PaymentRequest | ImportedAdvance,
	"id" | "type" | "state" | "purchaseOrderLinkId" | "vendorId"
> {
	const { id, type, state, purchaseOrderLinkId, vendorId } =
		asAdvanceItem(item);
	return { id, type, state, purchaseOrderLinkId, vendorId };
}

/** The payment request of an advance that was created over the API. */
export function toPaymentRequest(stored: PaymentRequestItem): PaymentRequest {
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
		// Unchecked cast: `toPaymentRequestItem` wrote this JSON. Its numbers keep all their digits.
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
		createdBy: fromStoredActor(stored.createdBy),
	};
}

export function toApprovals(item: Item): Approval[] {
	// Unchecked cast: items under an approval's key have this shape.
	const { stage, approvers } = item as ApprovalItem & Item;
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
