import type { Actor } from "../actors/actor.ts";
import { toAuthors } from "../actors/authors.store.ts";
import { type Key, paymentRequestKey } from "../dynamodb/keys.ts";
import type { Item } from "../dynamodb/reads/batch-get.ts";
import {
	fromStoredInteger,
	fromStoredNumber,
	type StoredNumber,
	toStoredInteger,
	toStoredNumber,
} from "../dynamodb/stored-values.ts";
import { fromExactJson, toExactJson } from "../json/exact-json.ts";
import { type ListKey, toListKey } from "../lists/list-index.store.ts";
import {
	type AdvanceState,
	type AdvanceTax,
	type AnyPaymentRequest,
	type ImportedAdvance,
	type ImportedPaymentRequest,
	noMarks,
	type PaymentRequest,
	splitMarks,
	type TransitionMarks,
} from "./payment-request.ts";

/** The item of a vendor advance. */
export interface PaymentRequestItem
	extends Key,
		ListKey,
		Omit<PaymentRequest, "orgEntity" | "tags" | "tax" | keyof StoredProgress>,
		StoredProgress {
	/** The state of the creation, from which its history follows. */
	initialState: AdvanceState;
	orgEntity: StoredNumber | null;
	/** JSON, because slugs may be any text, `__proto__` included. */
	tags: string;
	tax: {
		[Figure in keyof AdvanceTax]: null extends AdvanceTax[Figure]
			? StoredNumber | null
			: StoredNumber;
	};
}

interface StoredProgress extends Partial<TransitionMarks> {
	round: StoredNumber;
	openStage: StoredNumber | null;
	version: StoredNumber;
	/**
	 * For each stage of the present round, the version with which its item was written last. It shows whether a read of
	 * several items is whole (ADR 20).
	 */
	stageVersions: StoredNumber[];
	/** Absent when unchanged since `createdAt`. */
	updatedAt?: string;
	updatedBy?: Actor | null;
}

/** The item of an imported advance, under the same key. */
export interface ImportedAdvanceItem extends Key, ListKey, ImportedAdvance {
	createdAt: string;
	/** Absent when unchanged since `createdAt`. */
	updatedAt?: string;
	version: StoredNumber;
}

/** Unchecked cast: items under a payment request's key have one of these shapes. */
export const asAdvanceItem = (item: Item) =>
	item as (PaymentRequestItem | ImportedAdvanceItem) & Item;

/** @param stageVersions Of the present round. */
export function toPaymentRequestItem(
	organizationId: string,
	request: PaymentRequest,
	stageVersions: readonly number[],
): Omit<PaymentRequestItem, "initialState"> {
	const { orgEntity, tags, tax, ...rest } = request;
	const { createdAt, openStage } = request;
	const { marks, others } = splitMarks(rest);
	const { updatedAt, updatedBy, ...always } = others;
	const key = paymentRequestKey(organizationId, request.id);
	return {
		...key,
		...toListKey(organizationId, "PAYMENT_REQUEST", { ...key, createdAt }),
		...always,
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
		round: toStoredInteger(request.round),
		openStage: toStoredOrNull(openStage),
		version: toStoredInteger(request.version),
		stageVersions: stageVersions.map(toStoredInteger),
		...(request.version > 1 && { updatedAt, updatedBy }),
		...Object.fromEntries(
			Object.entries(marks).filter(([, mark]) => mark !== null),
		),
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

/** A payment request as it is read, whether created over the API or imported. */
export function toAnyPaymentRequest(item: Item): AnyPaymentRequest {
	const stored = asAdvanceItem(item);
	return stored.type === "VENDOR_ADVANCE"
		? toPaymentRequest(stored)
		: toImported(stored);
}

function toImported(
	stored: ImportedAdvanceItem & Item,
): ImportedPaymentRequest {
	const { id, type, state, vendorId, purchaseOrderLinkId } = stored;
	const { createdAt, updatedAt = createdAt, version } = stored;
	return {
		id,
		type,
		state,
		vendorId,
		purchaseOrderLinkId,
		version: fromStoredInteger(version),
		createdAt,
		updatedAt,
		...toAuthors(stored),
	};
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
		requesters: stored.requesters,
		selfApproval: stored.selfApproval,
		...toProgress(stored),
	};
}

function toProgress(stored: PaymentRequestItem) {
	const { createdAt, createdBy, updatedAt = createdAt } = stored;
	return {
		round: fromStoredInteger(stored.round),
		openStage: fromStoredOrNull(stored.openStage),
		version: fromStoredInteger(stored.version),
		createdAt,
		createdBy,
		updatedAt,
		updatedBy: stored.updatedBy === undefined ? createdBy : stored.updatedBy,
		...splitMarks({ ...noMarks, ...stored }).marks,
	};
}

const toStoredOrNull = (integer: number | null) =>
	integer === null ? null : toStoredInteger(integer);

const fromStoredOrNull = (stored: StoredNumber | null) =>
	stored && fromStoredInteger(stored);
