import { toWho } from "../actors/actor.ts";
import {
	type AnyPaymentRequest,
	noMarks,
	splitMarks,
	type TransitionMarks,
} from "./payment-request.ts";
import type { ApprovalStage } from "./stages/approval-stage.ts";
import type { HistoryEntry } from "./workflow/transition.ts";

/** R6: a payment request in a list. */
export const toListedPaymentRequest = (request: AnyPaymentRequest) => ({
	...toHead(request),
	tax: toTax(request),
	...toTail(request),
});

/**
 * R6: a payment request from GET by id.
 *
 * @param stages Those of the present round.
 */
export function toPaymentRequestRecord(
	request: AnyPaymentRequest,
	stages: readonly ApprovalStage[],
) {
	const isImported = request.type === "IMPORTED_ADVANCE";
	return {
		...toHead(request),
		tags: isImported ? null : request.tags,
		tax: toTax(request),
		payers: isImported ? null : request.payers,
		approvals: isImported ? null : stages.flatMap(toApprovalRecords),
		...toTail(request),
	};
}

/** A6: the approvals of a stage. */
export const toApprovalRecords = ({
	round,
	stage,
	requires,
	approvals,
}: ApprovalStage) =>
	approvals.map(({ userId, state, decided }) => ({
		round,
		stage,
		userId,
		state,
		requires,
		note: decided?.note ?? null,
		decidedAt: decided?.at ?? null,
		decidedBy: toWho(decided?.by ?? null),
		channel: decided?.channel ?? null,
	}));

/** A6: an entry of the history of a payment request. */
export const toHistoryRecord = ({
	id,
	action,
	at,
	by,
	stage,
	round,
	note,
	changes,
}: HistoryEntry & { id: string }) => ({
	id,
	action,
	at,
	by: by && { ...toWho(by), channel: by.channel },
	stage,
	round,
	note,
	changes,
});

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
	round: null,
	...noMarks,
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

function toTail(request: AnyPaymentRequest) {
	const { createdAt, createdBy, updatedAt, updatedBy, version } = request;
	const isImported = request.type === "IMPORTED_ADVANCE";
	const { round, ...progress } = isImported ? importedUnknowns : request;
	return {
		createdAt,
		createdBy: toWho(createdBy),
		round,
		version,
		updatedAt,
		updatedBy: toWho(updatedBy),
		...toMarkRecords(splitMarks(progress).marks),
	};
}

const toMarkRecords = (marks: TransitionMarks) =>
	Object.fromEntries(
		Object.entries(marks).map(([name, mark]) => [
			name,
			typeof mark === "string" ? mark : toWho(mark),
		]),
	);
