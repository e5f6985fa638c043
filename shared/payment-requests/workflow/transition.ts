import type { Actor } from "../../actors/actor.ts";
import { maxInstant } from "../../dates/max-instant.ts";
import type { AdvanceState, PaymentRequest } from "../payment-request.ts";
import {
	type ApprovalStage,
	type Channel,
	skipUndecided,
} from "../stages/approval-stage.ts";

/** A payment request with the stages of its present round, in order. */
export interface Advance {
	request: PaymentRequest;
	stages: readonly ApprovalStage[];
}

/** The caller of a transition. */
export interface Author extends Actor {
	channel: Channel;
}

/** A transition of a payment request (A1): the request after it, and what its history gets. */
export interface Transition extends Advance {
	/** A consequence comes after its cause. */
	entries: readonly HistoryEntry[];
}

export const historyActions = [
	"CREATED",
	"RESUBMITTED",
	"STAGE_OPENED",
	"COMPLETED",
	"APPROVED",
	"REJECTED",
	"RETURNED",
	"CANCELLED",
	"APPROVER_CHANGED",
] as const;
export type HistoryAction = (typeof historyActions)[number];

/** A6; without its id, which follows from the write. */
export interface HistoryEntry {
	action: HistoryAction;
	/** RFC 3339 */
	at: string;
	/** It is null for a consequence, and for an organization file. */
	by: Author | null;
	/** null where no stage is concerned. */
	stage: number | null;
	round: number;
	/** A note or reason. */
	note: string | null;
	/** The keys are properties, the values `{from, to}`. */
	changes: Readonly<Record<string, unknown>> | null;
}

/** Makes the transition of a request. */
export interface TransitionAuthor {
	by: Author;
	now: Date;
}

/**
 * The request with the marks of a change. Instants of a request never go back.
 *
 * @param author `by` is null for an organization file.
 */
export function toChanged(
	request: PaymentRequest,
	{ by, now }: { by: Author | null; now: Date },
): PaymentRequest {
	return {
		...request,
		version: request.version + 1,
		updatedAt: maxInstant(now.toISOString(), request.updatedAt),
		updatedBy: by && { userId: by.userId, keyId: by.keyId },
	};
}

/**
 * A request that leaves `PENDING` for a state other than `APPROVED`, or is cancelled: nobody has to decide any more.
 */
export const stopped = (
	{ stages }: Advance,
	changed: PaymentRequest,
	state: AdvanceState,
): Advance => ({
	request: { ...changed, state, openStage: null },
	stages: stages.map(skipUndecided),
});

export const toEntry = (
	{ round, updatedAt: at }: PaymentRequest,
	entry: Pick<HistoryEntry, "action"> & Partial<HistoryEntry>,
): HistoryEntry => ({
	at,
	by: null,
	stage: null,
	round,
	note: null,
	changes: null,
	...entry,
});

/** The consequence that a stage has opened, or that the request is approved. */
export const toOutcomeEntry = (request: PaymentRequest): HistoryEntry =>
	request.openStage === null
		? toEntry(request, { action: "COMPLETED" })
		: toEntry(request, { action: "STAGE_OPENED", stage: request.openStage });

/** A7: the requesters once `userId` has submitted a round. */
export const withRequester = (
	{ requesters }: PaymentRequest,
	userId: string,
): string[] => [...new Set([...requesters, userId])];

/** A7: is the user a requester under a policy that forbids self-approval? */
export const isExcludedRequester = (
	{ selfApproval, requesters }: PaymentRequest,
	userId: string,
): boolean => !selfApproval && requesters.includes(userId);
