import type { AdvanceState } from "../payment-requests/payment-request.ts";
import type { Decision } from "../payment-requests/workflow/apply-decision.ts";
import type {
	HistoryAction,
	HistoryEntry,
} from "../payment-requests/workflow/transition.ts";
import type { Announcement, DetailType } from "./service-event.ts";

/** A transition of a payment request, as its history has it. */
export interface AnnouncedTransition {
	paymentRequestId: string;
	/** The request's version after the transition. */
	version: number;
	state: AdvanceState;
	/** A consequence comes after its cause. */
	entries: readonly HistoryEntry[];
}

/** A8: what a transition announces. Those of organization files announce nothing. */
export function transitionEvents({
	paymentRequestId,
	version,
	state,
	entries,
}: AnnouncedTransition): Announcement[] {
	const [cause] = entries;
	if (!cause?.by) return [];
	const { round, at, by } = cause;
	const common = { paymentRequestId, round, version, state, at, by };
	const decision = decisionOf[cause.action];
	const decided: Announcement[] = decision
		? [
				{
					detailType: "Approval Decided",
					data: {
						...common,
						stage: cause.stage,
						userId: by.userId,
						decision,
						channel: by.channel,
						decidedAt: at,
					},
				},
			]
		: [];
	const changes = entries.flatMap(({ action }): Announcement[] => {
		const detailType = typeOf[action];
		return detailType ? [{ detailType, data: common }] : [];
	});
	return [...decided, ...changes];
}

const decisionOf: Partial<Record<HistoryAction, Decision["decision"]>> = {
	APPROVED: "APPROVE",
	REJECTED: "REJECT",
	RETURNED: "RETURN",
};

/**
 * An approval approves the request only with its consequence. Creations and opened stages have announcements of their
 * own.
 */
const typeOf: Record<HistoryAction, DetailType | null> = {
	CREATED: null,
	STAGE_OPENED: null,
	APPROVED: null,
	APPROVER_CHANGED: null,
	COMPLETED: "Payment Request Approved",
	REJECTED: "Payment Request Rejected",
	RETURNED: "Payment Request Returned",
	RESUBMITTED: "Payment Request Resubmitted",
	CANCELLED: "Payment Request Cancelled",
};
